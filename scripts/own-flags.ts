/**
 * Keeps child processes from inheriting the Node flags of Vitest's configuration, because tests may measure the memory
 * of child processes.
 */
process.execArgv = process.execArgv.filter((flag) => !flag.startsWith('--max-semi-space-size'))
