import { onNode24 } from './lib/node24.mjs'

// Runs every check. The last line shows the numbers of passed and failed tests.
if (await onNode24(import.meta.url)) {
  const { testAll } = await import('./lib/test-all.mjs')
  await testAll(process.argv.slice(2))
}
