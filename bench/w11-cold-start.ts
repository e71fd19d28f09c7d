import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newDataDirectory, startProduct } from '../e2e/product.ts'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { installPeers, type Peer } from './cold-start-peers.ts'
import { figureOf, inMegabytes, inSeconds } from './figures.ts'
import { type Memory, memoryOfTree } from './process-memory.ts'
import { record } from './results.ts'

/*
 * W11: cold start. Measures the time from the command to the first reply with status 200, with an empty and with an
 * existing data directory, and the memory in use when idle. The baseline is PostgreSQL without Millrace. Packages are
 * installed and programs are built before the measurement.
 */

const ROUNDS = 3
const IDLE_MS = 10_000
const START = new URL('../scripts/start.mjs', import.meta.url).pathname

interface Measured {
  cold: number
  warm: number
  idle: Memory
}

/** Memory of parts that the target does not include. It is reported separately. */
const aside: { launcher: number[]; worker: number[] } = { launcher: [], worker: [] }

await buildPrograms()
const subjects: [string, () => Promise<Measured>][] = [
  ['**Millrace**', measureOurs],
  ['limit: its PostgreSQL alone', measureDatabase],
  ...installPeers().map((peer): [string, () => Promise<Measured>] => [peer.name, () => measurePeer(peer)]),
]
const found = new Map<string, Measured[]>(subjects.map(([name]) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, measure] of subjects) found.get(name)?.push(await measure())
}
report()

/** Builds the programs by starting the product once. */
async function buildPrograms(): Promise<void> {
  const product = await startProduct()
  await product.stop()
  product.remove()
}

async function measureOurs(): Promise<Measured> {
  const folder = newDataDirectory()
  const cold = await startOurs(folder)
  await stop(cold.process)
  const warm = await startOurs(folder)
  await sleep(IDLE_MS)
  const { server, worker } = partsOf(folder)
  const database = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const idle = added(memoryOfTree(server), memoryOfTree(database))
  aside.worker.push(memoryOfTree(worker).pss)
  aside.launcher.push(memoryOfTree(warm.process.pid ?? 0, [server, worker, database]).pss)
  await stop(warm.process)
  rmSync(folder, { recursive: true })
  return { cold: cold.took, warm: warm.took, idle }
}

async function startOurs(folder: string) {
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), MILLRACE_DATA: folder }
  return timed(port, '/health/ready', () => spawn(process.execPath, [START], { env, stdio: 'ignore', detached: true }))
}

function partsOf(folder: string): { server: number; worker: number } {
  const { parts } = JSON.parse(readFileSync(join(folder, 'launcher.lock'), 'utf8')) as {
    parts: Record<'server' | 'worker', { pid: number }>
  }
  return { server: parts.server.pid, worker: parts.worker.pid }
}

async function measureDatabase(): Promise<Measured> {
  const dataDirectory = newDataDirectory()
  const start = async () => {
    const since = performance.now()
    const database = await startEmbedded({ dataDirectory })
    return { database, took: performance.now() - since }
  }
  const cold = await start()
  await cold.database.stop()
  const warm = await start()
  await sleep(IDLE_MS)
  const idle = memoryOfTree(warm.database.pid)
  await warm.database.stop()
  rmSync(dataDirectory, { recursive: true })
  return { cold: cold.took, warm: warm.took, idle }
}

async function measurePeer(peer: Peer): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'peer-'))
  const start = async () => {
    const port = await freePort()
    return timed(port, peer.path, () => peer.start(folder, port))
  }
  const cold = await start()
  await stop(cold.process)
  const warm = await start()
  await sleep(IDLE_MS)
  const idle = memoryOfTree(warm.process.pid ?? 0)
  await stop(warm.process)
  rmSync(folder, { recursive: true, force: true })
  return { cold: cold.took, warm: warm.took, idle }
}

async function timed(port: number, path: string, start: () => ChildProcess) {
  const since = performance.now()
  const started = start()
  while (!(await answers(port, path))) {
    if (started.exitCode !== null)
      throw new Error(`The program exited with code ${started.exitCode} before it responded.`)
    await sleep(5)
  }
  return { process: started, took: performance.now() - since }
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((settle) => {
    const request = get({ host: '127.0.0.1', port, path }, (response) => {
      response.resume()
      settle(response.statusCode === 200)
    })
    request.on('error', () => settle(false))
  })
}

async function stop(running: ChildProcess): Promise<void> {
  running.kill('SIGTERM')
  if (running.exitCode === null && running.signalCode === null) await once(running, 'exit')
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function added(one: Memory, other: Memory): Memory {
  return { rss: one.rss + other.rss, pss: one.pss + other.pss }
}

function report(): void {
  record({
    title: 'W11 cold start',
    columns: [
      '',
      'first start',
      'second start',
      'memory when idle (PSS)',
      '(RSS, shared pages counted in each process)',
    ],
    rows: [...found].map(([name, all]) => [
      name,
      inSeconds(figureOf(all.map(({ cold }) => cold))),
      inSeconds(figureOf(all.map(({ warm }) => warm))),
      inMegabytes(figureOf(all.map(({ idle }) => idle.pss))),
      inMegabytes(figureOf(all.map(({ idle }) => idle.rss))),
    ]),
    notes: [
      `${ROUNDS} rounds, interleaved: median (lowest–highest). Time from the command to the first 200 response.`,
      `Memory after ${IDLE_MS / 1000} s. Millrace: server and database. In addition (PSS): launcher ${inMegabytes(figureOf(aside.launcher))}, built-in worker ${inMegabytes(figureOf(aside.worker))}.`,
      'Millrace and PostgreSQL flush every commit to disk. Targets: first start ≤ 4 s, second ≤ 1.5 s, memory ≤ 200 MB.',
    ],
  })
}
