import { onNode24 } from './lib/node24.mjs'

// Runs every check. The last line shows how many tests passed and failed.
if (await onNode24(import.meta.url)) {
  const { testAll } = await import('./lib/test-all.mjs')
  await testAll(process.argv.slice(2))
}
