import { onNode24 } from './lib/node24.mjs'

/*
 * npm run chaos                               kills the product at every failpoint and verifies its data
 * npm run chaos -- upload job.start           the same, only at failpoints whose names contain these words
 * npm run chaos -- random [seed] [kills]      kills random parts of the product
 * npm run chaos -- away [seconds]             makes an external database unreachable for a while
 */
if (await onNode24(import.meta.url)) {
  const [{ run }, { inRoot }] = await Promise.all([import('./lib/test-step.mjs'), import('./lib/paths.mjs')])
  const words = process.argv.slice(2)
  const other = { random: 'kill-at-random.ts', away: 'database-away.ts' }[words[0] ?? '']
  const [file, args] = other ? [other, words.slice(1)] : ['kill-failpoints.ts', words]
  process.exitCode = await run(process.execPath, [inRoot('chaos', file), ...args])
}
