import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../packages/db/src/connect.ts'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { migrate } from '../packages/db/src/migrate.ts'
import { figureOf } from './figures.ts'
import { overHttp } from './latency-http.ts'
import { graphilePeer } from './latency-peers.ts'
import { bareNotify, type Latency, ourClaims } from './latency-subjects.ts'
import { record } from './results.ts'

/*
 * W2: how long a started job takes to reach a worker on an idle system. Measured from the call that starts the job to
 * the commit of the claim, through the gateway's own functions, with row-level security, history and fsync on. The
 * baseline is one durable commit with a NOTIFY, measured until the notification arrives.
 */

const JOBS = 200
const ROUNDS = 3

const folder = mkdtempSync(join(tmpdir(), 'w2-'))
const server = await startEmbedded({ dataDirectory: folder })
await migrate(server.url)
const db = openDatabase(server.url)
const subjects: [string, Latency][] = [
  ['**Millrace**, in process', await ourClaims(server.url, db)],
  ['limit: durable commit + NOTIFY', await bareNotify(server.url, db)],
  ['graphile-worker 0.18.0', await graphilePeer(server.url)],
]
const found = new Map<string, number[]>(subjects.map(([name]) => [name, []]))
for (const [, subject] of subjects) await measure(subject, 20)
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, subject] of subjects) found.get(name)?.push(...(await measure(subject, JOBS)))
}
for (const [, subject] of subjects) await subject.close()
await db.close()
await server.stop()
rmSync(folder, { recursive: true, force: true })
found.set('**Millrace**, over HTTP by the launched product', await overHttp(JOBS))

const limit = figureOf(found.get('limit: durable commit + NOTIFY') ?? []).median
record({
  title: 'W2: idle latency from start request to claim',
  columns: ['', 'p50', 'p95', 'times the limit (p50)'],
  rows: [...found].map(([name, values]) => [
    name,
    ms(at(values, 0.5)),
    ms(at(values, 0.95)),
    (at(values, 0.5) / limit).toFixed(1),
  ]),
  notes: [
    `${JOBS} jobs one at a time with pauses of 20 ms, ${ROUNDS} rounds interleaved, all with fsync on.`,
    'Target: p50 ≤ 5 ms and p95 ≤ 12 ms in process, p50 ≤ 8 ms over HTTP.',
    'Over HTTP both requests, StartProcessing and the waiting claim, go through the launched product with its own database.',
  ],
})

async function measure(subject: Latency, count: number): Promise<number[]> {
  const values: number[] = []
  for (let index = 0; index < count; index += 1) {
    values.push(await subject.once())
    await sleep(20)
  }
  return values
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
