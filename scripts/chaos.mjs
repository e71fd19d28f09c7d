import { onNode24 } from './lib/node24.mjs'

/*
 * npm run chaos                               kills the product at every failpoint and verifies its data
 * npm run chaos -- upload job.start           the same, only at failpoints whose names contain one of these words
 * npm run chaos -- --every-time workflow      kills it each time a workflow reaches a failpoint, not only three times
 * npm run chaos -- --seeds 100                kills random parts of the product, differently for each seed
 * npm run chaos -- --first 17 --kills 12      the same for one seed, to repeat a failure
 * npm run chaos -- away [seconds]             makes an external database unreachable for a while
 */
if (await onNode24(import.meta.url)) {
  const [{ run }, { inRoot }] = await Promise.all([import('./lib/test-step.mjs'), import('./lib/paths.mjs')])
  const words = process.argv.slice(2)
  const [file, args] = programOf(words)
  process.exitCode = await run(process.execPath, [inRoot('chaos', file), ...args])
}

/** @param {string[]} words @returns {[string, string[]]} */
function programOf(words) {
  const [first = ''] = words
  if (first.startsWith('--') && first !== '--every-time') return ['kill-seeds.ts', words]
  return first === 'away' ? ['database-away.ts', words.slice(1)] : ['kill-failpoints.ts', words]
}
