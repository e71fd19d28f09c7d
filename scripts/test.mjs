import { onNode24 } from './lib/node24.mjs'

// Everything that can fail, in one command. The last line says how much of it did.
if (await onNode24(import.meta.url)) {
  const { testAll } = await import('./lib/test-all.mjs')
  await testAll(process.argv.slice(2))
}
