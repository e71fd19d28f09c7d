import { parseArgs } from 'node:util'
import { runRandomKills } from './random-kills.ts'

/*
 * Kills random parts of the product while it processes uploads and jobs. Each seed is one run on a new data directory.
 * Prints one line per seed. A seed that failed can be repeated with --first.
 *
 *     node chaos/kill-seeds.ts [--seeds 100] [--first 1] [--kills 12] [--parallel 1]
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    first: { type: 'string', default: '1' },
    kills: { type: 'string', default: '12' },
    parallel: { type: 'string', default: '1' },
  },
})
const first = Number(values.first)
const kills = Number(values.kills)
const seeds = Array.from({ length: Number(values.seeds) }, (_, nth) => first + nth).values()
const total = { runs: 0, workflows: 0, leasedImmediately: 0 }
/**
 * Minimum number of seeds for the check that completions claim the next run. With fewer seeds, kills may prevent all
 * such claims.
 */
const ENOUGH = 5

await Promise.all(
  Array.from({ length: Number(values.parallel) }, async () => {
    for (const seed of seeds) await run(seed)
  }),
)
if (total.runs >= ENOUGH && total.workflows > 0 && total.leasedImmediately === 0) {
  process.stdout.write('FAILED  no completion got the next run of its workflow\n')
  process.exitCode = 1
}
process.exit(process.exitCode ?? 0)

async function run(seed: number): Promise<void> {
  const { faults, installation, settledMs, ...counts } = await runRandomKills(seed, kills)
  const settled = `the last job ended ${(settledMs / 1000).toFixed(1)} s after the last kill`
  process.stdout.write(
    `${faults.length ? 'FAILED' : 'ok    '}  seed ${seed}: ${counts.kills} kills, ${counts.uploads} uploads, ${counts.jobs} jobs, of which ${counts.workflows} workflows, ${counts.leasedImmediately} runs leased immediately; ${settled}\n${faults.map((fault) => `        ${fault}\n`).join('')}`,
  )
  total.runs += 1
  total.workflows += counts.workflows
  total.leasedImmediately += counts.leasedImmediately
  if (faults.length === 0) installation.remove()
  else process.exitCode = 1
}
