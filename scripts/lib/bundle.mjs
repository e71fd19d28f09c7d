import { cpSync, readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { build } from 'rolldown'
import { inRoot } from './paths.mjs'
import { filesIn } from './sources.mjs'

/*
 * node scripts/lib/bundle.mjs <server|worker> <folder>
 *
 * One file per program: loading hundreds of modules one by one costs memory and time at every start. Packages with
 * machine code stay where npm put them.
 */

const NATIVE = [/^@duckdb\//, /^@node-rs\//, /^pg-native$/, /\.node$/]

/** `main.ts`, and every file that is started as a process or thread of its own and says so in its name. */
const ENTRY = /(^|\/)(main|[\w-]+[.-](child|process|thread))\.ts$/

const [app = '', folder = ''] = process.argv.slice(2)
const sources = filesIn(`apps/${app}/src`)
const entries = sources.filter((file) => ENTRY.test(file))

await build({
  input: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), inRoot(file)])),
  platform: 'node',
  external: NATIVE,
  cwd: inRoot('apps', app),
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

// Files that code reads from beside itself.
if (app === 'server') cpSync(inRoot('packages/db/src/migrations'), resolve(folder, 'migrations'), { recursive: true })
for (const name of readdirSync(inRoot('apps', app, 'src'), { withFileTypes: true })) {
  if (name.isDirectory() && name.name === 'assets')
    cpSync(inRoot('apps', app, 'src', 'assets'), resolve(folder, 'assets'), { recursive: true })
}
