import { cpSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'rolldown'
import { inRoot } from './paths.mjs'
import { filesIn } from './sources.mjs'

/*
 * node scripts/lib/bundle.mjs <database|server|worker> <folder>
 *
 * One file per program: loading hundreds of modules one by one, and stripping their types, costs memory and time at
 * every start. Native packages are not bundled.
 */

const NATIVE = [/^@duckdb\//, /^@node-rs\//, /^pg-native$/, /\.node$/]

/** `main.ts`, and every file that is started as a process or thread of its own and says so in its name. */
const ENTRY = /(^|\/)(main|[\w-]+[.-](child|process|thread))\.ts$/

/** What is bundled, and which folders code reads from beside itself. */
const PROGRAMS = {
  database: { entries: () => ['packages/db/src/embedded.ts'], folders: [] },
  server: {
    entries: () => filesIn('apps/server/src').filter((file) => ENTRY.test(file)),
    folders: ['packages/db/src/migrations', 'apps/server/src/assets'],
  },
  worker: { entries: () => filesIn('apps/worker/src').filter((file) => ENTRY.test(file)), folders: [] },
}

const [name = '', folder = ''] = process.argv.slice(2)
const program = PROGRAMS[/** @type {keyof typeof PROGRAMS} */ (name)]

await build({
  input: Object.fromEntries(program.entries().map((file) => [basename(file, '.ts'), inRoot(file)])),
  platform: 'node',
  external: NATIVE,
  logLevel: 'warn',
  output: {
    dir: resolve(folder),
    format: 'esm',
    // Readable as it is; a source map of this size would take the server 100 MB of memory at its first error.
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
})
for (const place of program.folders) cpSync(inRoot(place), resolve(folder, basename(place)), { recursive: true })
