import { parseArgs } from 'node:util'
import { storm } from './storm.ts'

/*
 * Kills random parts of the product while it processes uploads and jobs, once for each seed, each on a new data directory.
 * Prints one line per seed. A seed that failed can be repeated with --first.
 *
 *     node chaos/kill-seeds.ts [--seeds 100] [--first 1] [--kills 12] [--at-once 1]
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    first: { type: 'string', default: '1' },
    kills: { type: 'string', default: '12' },
    'at-once': { type: 'string', default: '1' },
  },
})
const first = Number(values.first)
const kills = Number(values.kills)
const seeds = Array.from({ length: Number(values.seeds) }, (_, nth) => first + nth).values()

await Promise.all(
  Array.from({ length: Number(values['at-once']) }, async () => {
    for (const seed of seeds) await run(seed)
  }),
)
process.exit(process.exitCode ?? 0)

async function run(seed: number): Promise<void> {
  const { faults, site, settledMs, ...counts } = await storm(seed, kills)
  const settled = `the last job ended ${(settledMs / 1000).toFixed(1)} s after the last kill`
  process.stdout.write(
    `${faults.length ? 'FAILED' : 'ok    '}  seed ${seed}: ${counts.kills} kills, ${counts.uploads} uploads, ${counts.jobs} jobs, of which ${counts.workflows} workflows, ${counts.leasedAtOnce} runs leased at once; ${settled}\n${faults.map((fault) => `        ${fault}\n`).join('')}`,
  )
  if (faults.length === 0) site.remove()
  else process.exitCode = 1
}
