import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { graphileFanOut } from './fan-out-peers.ts'
import { figureOf } from './figures.ts'
import { rawRows } from './raw-rows.ts'
import { record } from './results.ts'
import { overHttp } from './workflow-http.ts'
import { restatePeer } from './workflow-peers.ts'
import { inProcess } from './workflow-subject.ts'

/*
 * W4: a fan-out to light jobs and a fan-in to one node, from the start of the execution to the commit of its report.
 * Measures a node with `forEach`, and separate nodes, which are compared with the same number of single jobs. The peers
 * write no report.
 */

const WORKERS = 4
const WARM_UP = 20
const CASES: [name: string, nodes: object[], rounds: number][] = [
  ['40 items', items(40), 15],
  ['1,000 items', items(1000), 5],
  ['10,000 items', items(10_000), 1],
  ['1,000 nodes', separate(1000), 5],
]
const COUNTS: [count: number, rounds: number][] = [
  [40, 15],
  [1000, 5],
]

const folder = mkdtempSync(join(tmpdir(), 'w4-db-'))
const server = await startEmbedded({ dataDirectory: folder })
await migrate(server.url)
const subject = await inProcess(server.url, WORKERS)
// A warm-up, because the database plans functions on each new connection. A server that has been running for a while
// has connections with planned functions.
await warmUp((count) => subject.run(items(count)))
const raw = await rawRows(server.url)
const rows: string[][] = []
for (const [name, nodes, rounds] of CASES) {
  const values: number[] = []
  const limits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    values.push(await subject.run(nodes))
    limits.push(await raw.write())
  }
  rows.push([name, shown(values), shown(limits)])
}
for (const at of [250, 1])
  rows.push([`1,000 single jobs, ${at} per transaction`, shown(await times(5, () => subject.runJobs(1000, at))), ''])
await raw.close()
await subject.close()
await overHttp(25, (run) => add('over HTTP', (count) => run(items(count))))
const graphile = await graphileFanOut(server.url)
await add('graphile-worker 0.18.0 with a counter', graphile.run)
await graphile.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
const restate = await restatePeer()
await add('Restate 1.7, calls over HTTP', restate.fanOut)
await restate.close()
record({
  title: 'W4: fan-out and fan-in of light jobs',
  columns: ['', 'start to report', 'limit'],
  rows,
  notes: [
    `Median (range), ${WORKERS} workers in process through the gateway’s functions, 25 jobs per claim, fsync on.`,
    `Measured after ${WARM_UP} executions that are not counted, because a server in use has run some, too.`,
    'Limit: the same rows of jobs, runs and history in tables with the same indexes on the same database, but without triggers and policies: inserted and completed by one statement per table, with two commits.',
    'Over HTTP: the launched product with one external worker in Python, which claims 25 jobs and completes each with a separate request, pipelined on one connection.',
    'Single jobs: created and started by four transactions at a time. The API creates one per transaction.',
    'graphile-worker: with its local queue and batched completions. Each task counts down a row, and the last one adds the next task.',
    'Target: 40 ≤ 30 ms, 1,000 ≤ 250 ms, 10,000 ≤ 4 s; 1,000 over HTTP ≤ 500 ms; less than every peer; 1,000 nodes ≤ 1.5 × 1,000 single jobs.',
  ],
})

/** Adds rows with the times of fan-outs that `run` performs. */
async function add(name: string, run: (count: number) => Promise<number>): Promise<void> {
  await warmUp(run)
  for (const [count, rounds] of COUNTS)
    rows.push([`${count.toLocaleString('en')} items, ${name}`, shown(await times(rounds, () => run(count))), ''])
}

async function warmUp(run: (count: number) => Promise<number>): Promise<void> {
  for (let round = 0; round < WARM_UP; round += 1) await run(round % 2 === 0 ? 40 : 1000)
}

async function times(rounds: number, run: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) values.push(await run())
  return values
}

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

function shown(values: number[]): string {
  const { median, lowest, highest } = figureOf(values)
  return `${ms(median)} (${ms(lowest)}–${ms(highest)})`
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
