import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { figureOf } from './figures.ts'
import { record } from './results.ts'
import { inProcess } from './workflow-subject.ts'

/*
 * W4 measures a fan-out to light jobs and the fan-in to one node after them: a node with `forEach`, and separate nodes.
 * From the start of the execution to the commit of its report.
 */

const WORKERS = 4
const CASES: [name: string, nodes: object[], rounds: number][] = [
  ['40 items', items(40), 7],
  ['1,000 items', items(1000), 5],
  ['10,000 items', items(10_000), 1],
  ['1,000 nodes', separate(1000), 3],
]

const folder = mkdtempSync(join(tmpdir(), 'w4-db-'))
const server = await startEmbedded({ dataDirectory: folder })
await migrate(server.url)
const subject = await inProcess(server.url, WORKERS)
await subject.run(items(100))
const rows: string[][] = []
for (const [name, nodes, rounds] of CASES) {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) values.push(await subject.run(nodes))
  const { median, lowest, highest } = figureOf(values)
  rows.push([name, `${ms(median)} (${ms(lowest)}–${ms(highest)})`])
}
await subject.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
record({
  title: 'W4: fan-out and fan-in of light jobs',
  columns: ['', 'start to report'],
  rows,
  notes: [
    `Median (range), ${WORKERS} workers in process through the gateway’s functions, 25 jobs per claim, fsync on.`,
    'Target: 40 ≤ 30 ms, 1,000 ≤ 250 ms, 10,000 ≤ 4 s.',
  ],
})

function items(count: number): object[] {
  const each = { value: Array.from({ length: count }, (_, index) => index) }
  return [
    { id: 'each', step: { function: 'bench' }, forEach: each },
    { id: 'end', step: { function: 'bench' }, after: ['each'] },
  ]
}

function separate(count: number): object[] {
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, step: { function: 'bench' } }))
  return [...nodes, { id: 'end', step: { function: 'bench' }, after: nodes.map(({ id }) => id) }]
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
