import { cpSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'rolldown'
import { inRoot } from './paths.mjs'
import { filesIn } from './sources.mjs'

/*
 * node scripts/lib/bundle.mjs <database|server|worker> <folder>
 *
 * Bundles each program into one file, because loading hundreds of modules and stripping their types costs memory and
 * time at every start. Native packages are not bundled.
 */

const NATIVE = [/^@duckdb\//, /^@node-rs\//, /^@resvg\//, /^sharp$/, /^lz4-napi$/, /^pg-native$/, /\.node$/]

/** Packages that read their own files at runtime, so they stay in their folders. */
const WITH_FILES = [/^jsdom$/, /^pdfkit$/, /^svg-to-pdfkit$/, /^fontkit$/]

/**
 * Matches the entry points: `main.ts` and all files that are started as a separate process or thread, which their names
 * indicate.
 */
const ENTRY = /(^|\/)(main|[\w-]+[.-](child|process|thread))\.ts$/

/** The programs to bundle, and the folders from which their code reads files. */
const PROGRAMS = {
  database: { entries: () => ['packages/db/src/embedded.ts'], folders: [] },
  server: {
    entries: () => filesIn('apps/server/src').filter((file) => ENTRY.test(file)),
    folders: ['packages/db/src/migrations', 'apps/server/src/assets', 'packages/figures/src/scripts'],
  },
  worker: {
    entries: () => filesIn('apps/worker/src').filter((file) => ENTRY.test(file)),
    folders: ['packages/figures/src/scripts'],
  },
}

const [name = '', folder = ''] = process.argv.slice(2)
const program = PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (name)]

await build({
  input: Object.fromEntries(program.entries().map((file) => [basename(file, '.ts'), inRoot(file)])),
  platform: 'node',
  external: [...NATIVE, ...WITH_FILES],
  logLevel: 'warn',
  output: {
    dir: resolve(folder),
    format: 'esm',
    // The bundle is not minified and has no source map, because reading a map of this size at the first error would
    // take 100 MB of memory.
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
for (const place of program.folders) cpSync(inRoot(place), resolve(folder, basename(place)), { recursive: true })
