import { cpSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'rolldown'
import { inRoot } from './paths.mjs'
import { filesIn } from './sources.mjs'

/*
 * node scripts/lib/bundle.mjs <database|server|worker> <folder>
 *
 * Bundles a program. Otherwise, every start would load hundreds of modules and strip their types, which takes memory
 * and time. Native packages are not bundled.
 */

const NATIVE = [/^@duckdb\//, /^@node-rs\//, /^@resvg\//, /^sharp$/, /^lz4-napi$/, /^pg-native$/, /\.node$/]

/** Packages that read their own files at runtime, so they are not bundled. */
const WITH_FILES = [/^jsdom$/, /^pdfkit$/, /^svg-to-pdfkit$/, /^fontkit$/]

/**
 * Entry points: `main.ts`, and all files that are started as a separate process or thread. Their names end in `child`,
 * `process` or `thread`.
 */
const ENTRY = /(^|\/)(main|[\w-]+[.-](child|process|thread))\.ts$/

/** The programs to bundle, and folders with files that they read at runtime. */
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
    // There is no source map, because reading it at the first error would take 100 MB of memory. Without minification,
    // stack traces remain readable.
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
for (const place of program.folders) cpSync(inRoot(place), resolve(folder, basename(place)), { recursive: true })
