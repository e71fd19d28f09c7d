import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProduct } from '../e2e/product.ts'
import { type Client, person } from './api-clients.ts'
import { type EventStream, openStream } from './event-stream.ts'
import { figureOf, inMegabytes } from './figures.ts'
import { memoryOfTree } from './process-memory.ts'
import { record } from './results.ts'
import { serverCpuMs, serverPid } from './server-process.ts'

/*
 * Measures what clients of the jobs service wait for: the first documents of every visit, a complete job with the
 * unmodified Python client, and events while many streams are open. Uses the launched product.
 */

const PEOPLE = 10
const STREAMS = 500
const READS = 300
const CHANGES = 100
const CHAINS = 20
const QUIET_MS = 30_000
const CONFORMANCE = fileURLToPath(new URL('../conformance/', import.meta.url))

const python = execFileSync('python3', [join(CONFORMANCE, 'environments.py')], { encoding: 'utf8' }).trim()
const product = await startProduct()
const rows: string[][] = []
const loadBefore = loadavg()[0] ?? Number.NaN
try {
  const clients = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => person(product.url, `Bench ${index}`)))
  const [first] = clients
  if (!first) throw new Error('No user was signed up.')
  for (const path of ['EntryPoint', 'Info', 'JobsRoot', 'WorkDataRoot', 'ProcessingStepsRoot']) {
    rows.push([`GET ${path}`, ...(await times(READS, () => first.read(`/api/${path}`)))])
  }
  rows.push(...chain(first))
  await withStreams(clients)
} finally {
  await product.stop()
  product.remove()
}
record({
  title: 'Streams: first documents, the Python client’s chain, events over many streams',
  columns: ['', 'p50', 'p95'],
  rows,
  notes: [
    `Over HTTP with an API key, one request at a time, ${READS} each. Target: ≤ 5 ms for each of the first documents.`,
    `Chain: create, select, configure, start, wait by events, result; the newest client from PyPI, ${CHAINS} times. Target: ≤ 1.2 × the sum of its requests.`,
    `Load average at the start: ${loadBefore.toFixed(1)} on ${cpus().length} cores. If it exceeds the number of cores, p95 includes the effect of other processes.`,
    `Events: ${STREAMS} streams of ${PEOPLE} users, ${CHANGES} changes one at a time. Time from sending the action to receiving the event.`,
  ],
})

async function withStreams(clients: Client[]): Promise<void> {
  const [first] = clients
  if (!first) return
  const job = await first.post('/api/Job/CreateJob', { Name: 'watched' })
  // Waits until the server has finished delayed writes of earlier requests, which would affect the measurement.
  await sleep(QUIET_MS)
  const before = serverMemory()
  const alone = await openStream(product.url, first.key)
  rows.push(['event, 1 stream open', ...(await latencies(first, job, [alone]))])
  const others = await Promise.all(
    Array.from({ length: STREAMS - 1 }, (_, at) => openStream(product.url, clients[(at + 1) % PEOPLE]?.key ?? '')),
  )
  const own = [alone, ...others.filter((_, at) => (at + 1) % PEOPLE === 0)]
  rows.push([`event, ${STREAMS} streams open, first recipient`, ...(await latencies(first, job, [alone]))])
  rows.push([`event, ${STREAMS} streams open, last of ${own.length} recipients`, ...(await latencies(first, job, own))])
  const cpuBefore = serverCpuMs(product)
  await sleep(QUIET_MS)
  const busy = ((serverCpuMs(product) - cpuBefore) / QUIET_MS) * 100
  const grown = serverMemory() - before
  rows.push([`memory of ${STREAMS} open streams (PSS)`, inMegabytes(figureOf([grown])), ''])
  rows.push([`server CPU, ${STREAMS} quiet streams`, `${busy.toFixed(1)} %`, ''])
  const dropped = [alone, ...others].filter((stream) => stream.isOver).length
  if (dropped > 0) throw new Error(`${dropped} streams ended unexpectedly.`)
  for (const stream of [alone, ...others]) stream.close()
}

/** Measures how long it takes from requesting a change of the job until all streams have received the event. */
function latencies(client: Client, job: string, streams: EventStream[]): Promise<[string, string]> {
  return times(CHANGES, async (round) => {
    const told = streams.map((stream) => stream.next(job))
    await Promise.all([client.post(`${job}/Rename`, { NewName: `watched ${round}` }), ...told])
  })
}

async function times(count: number, run: (round: number) => Promise<unknown>): Promise<[string, string]> {
  const values: number[] = []
  for (let round = -10; round < count; round += 1) {
    const begun = performance.now()
    await run(round)
    if (round >= 0) values.push(performance.now() - begun)
  }
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2)} ms`
  return [at(0.5), at(0.95)]
}

/** Returns how long the Python client takes for a complete job, and how much of that time it spends in requests. */
function chain(client: Client): string[][] {
  const script = join(CONFORMANCE, 'chain.py')
  const workerKey = readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim()
  const out = execFileSync(python, [script, product.url, client.key, workerKey, String(CHAINS)], { encoding: 'utf8' })
  const { total, requests, count, ratio } = JSON.parse(out) as Record<'total' | 'requests' | 'ratio', number[]> & {
    count: number
  }
  const ms = (values: number[]) => [0.5, 0.95].map((share) => `${(at(values, share) * 1000).toFixed(0)} ms`)
  return [
    ['Python client: complete job', ...ms(total)],
    [`of which in its ${count} requests`, ...ms(requests)],
    ['ratio', ...[0.5, 0.95].map((share) => at(ratio, share).toFixed(2))],
  ]
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function serverMemory(): number {
  return memoryOfTree(serverPid(product)).pss
}
