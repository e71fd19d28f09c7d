import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { chunkNames } from './bundling/chunk-names.ts'
import { routeLevels } from './bundling/route-levels.ts'
import { smallChunks } from './bundling/small-chunks.ts'

const server = process.env.MILLRACE_SERVER ?? 'http://127.0.0.1:3000'

/** A screen and its loader share a chunk, so that the entry chunk contains neither. */
const SPLIT: ('component' | 'loader' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[][] = [
  ['component', 'loader', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
]

// NOTE: also set here, because the plugin looks for tsr.config.json in the directory where the build was started.
const ROUTER = { target: 'react', autoCodeSplitting: true, codeSplittingOptions: { defaultBehavior: SPLIT } } as const

// Interface texts are constants in their own files. Inlining them lets each screen load only its own texts.
const OPTIMIZATION = { inlineConst: { mode: 'all', pass: 2 } } as const

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    plugins: [tanstackRouter(ROUTER), react(), tailwindcss(), compressedCopies(), screenScripts()],
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
        optimization: OPTIMIZATION,
        output: { codeSplitting: command === 'build' ? await codeSplitting() : true },
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
  }),
)

async function codeSplitting() {
  const names = chunkNames(await smallChunks(import.meta.dirname, [tanstackRouter(ROUTER), react()], OPTIMIZATION))
  return {
    // The names cover imports, too.
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'few files per page', name: (id: string) => names.get(id) ?? null }],
  }
}

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
        chunks.flatMap(({ moduleIds, fileName }) =>
          routeLevels(moduleIds).map((levels) => [levels.at(-1) ?? '', { levels, scripts: withImports(fileName) }]),
        ),
      )
      const everywhere = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
      )
      const screens = [...routes.values()].map(({ levels }) => {
        const scripts = levels.flatMap((level) => [...(routes.get(level)?.scripts ?? [])])
        return {
          path: screenPath(levels.at(-1) ?? ''),
          needsSession: levels[0] === '_app',
          scripts: [...new Set(scripts)].filter((script) => !everywhere.has(script)),
        }
      })
      // In this order, /jobs/compare precedes /jobs/:details, and the server takes the first path that matches.
      const sorted = screens.toSorted((one, other) => (one.path < other.path ? 1 : -1))
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(sorted) })
    },
  }
}

/** Converts a route to a path: `_app/jobs/$details` -> `/jobs/:details`. */
function screenPath(route: string): string {
  const named = route.split('/').filter((level) => !level.startsWith('_') && level !== 'index')
  return `/${named.map((level) => level.replace(/^\$/, ':')).join('/')}`
}

/**
 * Writes Brotli and gzip copies of scripts, style sheets and SVG files that have at least 1,000 bytes, for browsers
 * that accept them.
 */
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
