import { pathToFileURL } from 'node:url'
import { inRoot } from './lib/paths.mjs'

const PRELOAD = `--import=${pathToFileURL(inRoot('scripts', 'cache-compiled-code.mjs')).href}`

/**
 * Keeps child processes from inheriting the memory flag of Vitest's configuration, because tests may measure the memory
 * of child processes. Instead, they inherit a flag that makes them reuse compiled code.
 */
process.execArgv = [
  ...process.execArgv.filter((flag) => !flag.startsWith('--max-semi-space-size') && flag !== PRELOAD),
  PRELOAD,
]
