import { onNode24 } from './lib/node24.mjs'

// Every check in one command. The last line counts passes and failures.
if (await onNode24(import.meta.url)) {
  const { testAll } = await import('./lib/test-all.mjs')
  await testAll(process.argv.slice(2))
}
