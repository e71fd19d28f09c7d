/**
 * Removes the flags of Vitest's configuration from what child processes inherit, because tests may measure the memory
 * of the processes that they start.
 */
process.execArgv = process.execArgv.filter((flag) => !flag.startsWith('--max-semi-space-size'))
