import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.MILLRACE_SERVER ?? 'http://127.0.0.1:3000'

/** A screen and its loader share a chunk, so that the entry chunk contains neither. */
const SPLIT: ('component' | 'loader' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[][] = [
  ['component', 'loader', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
]

/** Code that every page needs, in one file, because dozens of small files compress badly and cost a round trip each. */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|clsx|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(history|query-core|react-query|react-router|react-store|router-core|store)\/(?!.*\/(infiniteQueryObserver|queriesObserver|useBlocker|useInfiniteQuery|useQueries)\.)/,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /node_modules\/lucide-react\/dist\/esm\/icons\/(circle-check|eye|eye-off|monitor|moon|sun)\./,
  /\/packages\/contracts\/src\/limits\.ts/,
  /\/src\/features\/account\/account\.queries\.ts/,
  /\/src\/lib\/(api|app-query-client|auth-paths|fill|preloaded-replies|deferred-search|link-code|other-tabs|page|query-client|same-page|session|signed-out|theme|toast|use-local-storage|value)\.ts/,
  /\/src\/components\/ui\/(button|button-class|checkbox|failed-icon|field|field-faults|input|logo|spinner)\.tsx?/,
]

/** The sign-in page, in one file, because its files are so small that they would compress badly. */
const SIGN_IN =
  /\/src\/(features\/account\/(auth-frame|auth-heading|water-picture|form-notice|login-screen|passkey-button|password-input|sign-in-form)|components\/ui\/checked-form)\.tsx/

/** Code that several pages after sign-in share, in one file too. */
const OURS =
  /\/apps\/web\/src\/(lib|components|features\/(?!account\/))|\/packages\/(contracts|siren)\/|lucide-react\/dist\/esm\/icons\//

/** Code that only lists share. */
const LISTS =
  /\/src\/(components\/ui\/(column-chooser|empty-list|filter-bar|find-field|list-body|list-cols|list-row|list-tools|phone-row|row-blocks|saved-views|table|table-footer)|lib\/(saved-views|use-row-cursor))\.tsx?/

/**
 * Code that depends on a large library or is only for pages of single resources. Most pages don’t need it, or load it
 * on demand.
 */
const HEAVY =
  /\/src\/(components\/(schema-form\/|sweep\/|workflow-graph\/|ui\/(flow-strip|inspector|list-filters|list-inspector|form-dialog|no-matches|sheet|resource-list|select|slot-kinds|step-icon|tabs|tags-dialog|text-dialog)\.tsx)|features\/(admin|executions|previews|workflows|jobs\/log)\/|lib\/(axis-ticks|device|failed-value|file-sample|job-parts|languages|list-search|make-job|partial-uploads|read-bytes|refused-values|search-fields|sql-tables|start-sweep|sweep-values|upload)\.ts|comparison-labels\.ts|(manifest|names|fault-message)\.ts)/

/** Small files that several pages of single resources share. Lists and the dashboard need none of them. */
const DETAILS =
  /\/src\/(components\/(schema-form\/(defaults|work-data-field)|ui\/(flow-strip|job-links|rename-title|slot))|features\/(executions\/(detail\/execution-comparison|executions\.queries)|jobs\/(detail\/job-parameters-panel|log\/(job-log\.queries|log-lines)))|lib\/(compare-search|job-path|make-job))\.tsx?|\/packages\/parameters\/src\/(canonical|labels)\.ts/

/** What every page with a preview needs. Each kind of preview is loaded on demand. */
const PREVIEW =
  /\/src\/features\/previews\/(json\/exact-number|no-preview|result-preview|table\/(number-format|row-conditions)|use-reading|work-data-preview)\.tsx?/

/** Icons that only previews and settings use. */
const PREVIEW_ICONS =
  /lucide-react\/dist\/esm\/icons\/(calendar-days|hash|image-down|key-round|maximize|move-horizontal|text-wrap|toggle-left|type|volume-2|volume-x|zoom-in|zoom-out)\.mjs/

export default defineConfig({
  plugins: [
    // NOTE: also set here, because the plugin looks for tsr.config.json in the directory where the build was started.
    tanstackRouter({ target: 'react', autoCodeSplitting: true, codeSplittingOptions: { defaultBehavior: SPLIT } }),
    react(),
    tailwindcss(),
    compressedCopies(),
    screenScripts(),
  ],
  build: {
    target: 'es2023',
    outDir: 'dist',
    modulePreload: {
      polyfill: false,
      // Preload lists for every page would add 3 kB to the sign-in page. They are not needed, because the server names
      // the scripts of the first page, and an idle page fetches the rest. Only the page after sign-in needs a list.
      resolveDependencies: (file, scripts, { hostType }) =>
        hostType === 'html' || /\/(_app|dashboard)-/.test(file) ? scripts : [],
    },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      // Interface texts are constants in their own files. Inlining them lets each screen load only its own texts.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          // NOTE: a negative priority is treated as the highest. A group also takes the imports of its files, unless a
          // group of higher priority has taken them.
          groups: [
            { name: 'base', priority: 9, test: (id) => BASE.some((part) => part.test(id)) },
            { name: 'preview-icons', priority: 9, test: (id) => PREVIEW_ICONS.test(id) },
            { name: 'sign-in', priority: 9, test: (id) => SIGN_IN.test(id) },
            {
              name: 'app',
              priority: 8,
              test: (id) => OURS.test(id) && !HEAVY.test(id) && !LISTS.test(id),
              minShareCount: 4,
            },
            { name: 'lists', priority: 7, test: (id) => LISTS.test(id) },
            // Dozens of small files would otherwise cost the pages of single resources a round trip each.
            { name: 'tabs', priority: 6, test: /\/src\/components\/ui\/tabs\.tsx/ },
            {
              name: 'popups',
              priority: 5,
              test: /@base-ui\/react\/(floating-ui-react|utils\/useAnchoredPopupScrollLock)/,
            },
            { name: 'select', priority: 4, test: /\/src\/components\/ui\/select\.tsx/ },
            { name: 'sheet', priority: 4, test: /\/src\/components\/ui\/sheet\.tsx/ },
            {
              name: 'values',
              priority: 4,
              test: /\/packages\/parameters\/src\/(json-schema|pointer)\.ts|\/src\/(lib\/axis-ticks|features\/previews\/previews\.queries)\.ts/,
            },
            { name: 'code-lines', priority: 3, test: /code-lines/ },
            { name: 'preview', priority: 2, test: PREVIEW },
            { name: 'details', priority: 1, test: DETAILS },
          ],
        },
      },
    },
  },
  server: {
    // The proxy leaves the Host header unchanged, because the server builds absolute links from it.
    proxy: Object.fromEntries(
      ['/api', '/health', '/previews', '/assets/preview'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
})

/**
 * Writes screens.json: the path of each screen and the scripts that it needs. The server adds these scripts to the HTML
 * of the screen.
 */
function screenScripts(): Plugin {
  return {
    name: 'screen-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const withImports = (name: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(name)) return seen
        seen.add(name)
        for (const file of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) withImports(file, seen)
        return seen
      }
      const routes = new Map(
        chunks.flatMap(({ facadeModuleId, fileName }) => {
          const route = /\/src\/routes\/(.+)\.tsx\?tsr-split/.exec(facadeModuleId ?? '')?.[1]
          return route === undefined ? [] : [[route.replaceAll('.', '/'), withImports(fileName)] as const]
        }),
      )
      const everywhere = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
      )
      const screens = [...routes.keys()].map((route) => {
        const levels = route.split('/')
        const scripts = levels.flatMap((_, depth) => [...(routes.get(levels.slice(0, depth + 1).join('/')) ?? [])])
        return {
          path: screenPath(levels),
          needsSession: levels[0] === '_app',
          scripts: [...new Set(scripts)].filter((script) => !everywhere.has(script)),
        }
      })
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screens) })
    },
  }
}

/** Converts the levels of a route to a path: `_app`, `jobs`, `$details` -> `/jobs/:details`. */
function screenPath(levels: string[]): string {
  const named = levels.filter((level) => !level.startsWith('_') && level !== 'index')
  return `/${named.map((level) => level.replace(/^\$/, ':')).join('/')}`
}

/** Writes a compressed copy next to each file that compresses well, for browsers that accept it. */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))
      await Promise.all(files.map((file) => pack(path.join(dir, file))))
    },
  }
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < 1000) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
