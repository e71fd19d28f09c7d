/** Only this process gets the flags of Vitest's configuration, not those that tests start, whose memory they may measure. */
process.execArgv = process.execArgv.filter((flag) => !flag.startsWith('--max-semi-space-size'))
