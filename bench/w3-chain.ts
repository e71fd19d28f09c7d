import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { bareChain } from './bare-chain.ts'
import { figureOf } from './figures.ts'
import { record } from './results.ts'
import { overHttp } from './workflow-http.ts'
import { restatePeer } from './workflow-peers.ts'
import { inProcess } from './workflow-subject.ts'

/*
 * W3: a chain of light nodes with one worker, from the start of the execution to the commit of its report. Each node
 * starts when the preceding node has completed, and costs one durable commit, which completes the node’s job and claims
 * the next job. The peer runs a chain of calls between services. It stores each call but writes no report. The lower
 * bound is a server that makes only one small commit per request.
 */

const LENGTHS = [40, 100]
const ROUNDS = 7

const folder = mkdtempSync(join(tmpdir(), 'w3-db-'))
const server = await startEmbedded({ dataDirectory: folder })
await migrate(server.url)
const bare = await bareChain(server.url)
await bare.run(20)
const limits = new Map<number, number>()
for (const length of LENGTHS) limits.set(length, figureOf(await runs(bare.run, length)).median)
await bare.close()
const subject = await inProcess(server.url, 1)
const inside = (length: number) => subject.run(chain(length))
await inside(20)
const rows: string[][] = []
for (const length of LENGTHS) rows.push(row(`${length} nodes`, length, await runs(inside, length)))
await subject.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
await overHttp(1, async (run) => {
  const outside = (length: number) => run(chain(length))
  // A warm-up, so the server has compiled the code that runs often.
  await runs(outside, 40)
  for (const length of LENGTHS) rows.push(row(`${length} nodes, over HTTP`, length, await runs(outside, length)))
})
const restate = await restatePeer()
await restate.chain(20)
for (const length of LENGTHS)
  rows.push(row(`Restate 1.7, ${length} calls over HTTP`, length, await runs(restate.chain, length)))
await restate.close()
record({
  title: 'W3: chains of light nodes',
  columns: ['', 'start to report', 'per node', 'limit'],
  rows,
  notes: [
    `Median (range) of ${ROUNDS} runs, one worker in process through the gateway’s functions, fsync on.`,
    'Over HTTP: the launched product with one external worker in Python; the user’s event stream tells when the execution ends.',
    'Limit: as many requests to a server that completes one row and inserts the next in a single commit, on the same kind of database.',
    'Target: 40 nodes ≤ 200 ms, 100 nodes ≤ 450 ms.',
  ],
})

function row(name: string, length: number, values: number[]): string[] {
  const { median, lowest, highest } = figureOf(values)
  return [
    name,
    `${ms(median)} (${ms(lowest)}–${ms(highest)})`,
    ms(median / length),
    ms(limits.get(length) ?? Number.NaN),
  ]
}

async function runs(run: (length: number) => Promise<number>, length: number): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) values.push(await run(length))
  return values
}

function chain(length: number): object[] {
  return Array.from({ length }, (_, index) => ({
    id: `n${index}`,
    step: { function: 'bench' },
    ...(index > 0 && { after: [`n${index - 1}`] }),
  }))
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}
