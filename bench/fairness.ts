import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Product, startProduct } from '../e2e/product.ts'
import type { Attack } from './fairness-attack.ts'
import { ATTACKS } from './fairness-attack-list.ts'
import { type Experience, neighbor } from './fairness-neighbor.ts'
import { memoryOf, storedBytes, watchMost } from './fairness-watch.ts'
import { record } from './results.ts'
import { serverPid } from './server-process.ts'

/*
 * Measures response times of an account while another account attacks the server at full speed. Before each attack, the
 * measured account uses the idle server, so each figure has a baseline from the same minute.
 *
 *   npm run bench -- fairness --seconds 600 --only lists
 *   npm run bench -- fairness --total 600      all attacks on one server without a pause, for ten minutes in total
 */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    total: { type: 'string', default: '0' },
  },
})
const durationMs = Number(values.seconds) * 1000
const totalMs = Number(values.total) * 1000
const ATTACKER = fileURLToPath(new URL('./fairness-attacker.ts', import.meta.url))
const LIMITS = { listRatio: 3, startMs: 2000, previewMs: 1000, memoryMb: 300 }

const load = loadavg()[0] ?? Number.NaN
const attacks = ATTACKS.filter(({ name }) => name.includes(values.only))
const rows = await (totalMs > 0 ? withoutPause() : oneByOne())
record({
  title: 'Fairness: an account while another one attacks',
  columns: [
    'attack',
    'list p95: idle → attacked',
    'job start p95',
    'query start p95',
    'preview p95',
    'leases lost',
    'failed requests',
    'server memory',
    totalMs > 0 ? 'files on disk: most, at the end' : 'files on disk: most, after 5 s',
    'replies to the attacker',
  ],
  rows,
  notes: [
    totalMs > 0
      ? `${values.total} s in total, without a pause between the attacks, on one server. Idle was measured before the first attack. Memory and files are counted from the start of each attack.`
      : `${values.seconds} s for each attack, each on a new server. Idle and attacked are measured one after the other on the same server.`,
    `Targets: list ≤ ${LIMITS.listRatio} × idle, start ≤ ${LIMITS.startMs / 1000} s (on a separate worker, and of a query on the built-in one), preview ≤ ${LIMITS.previewMs / 1000} s, no lease lost, memory ≤ +${LIMITS.memoryMb} MB. ✗ marks a missed target.`,
    `Load average at the start: ${load.toFixed(1)} on ${cpus().length} cores. The attacker runs on the same machine, with low priority.`,
  ],
})

/** Runs each attack on a new server. */
async function oneByOne(): Promise<string[][]> {
  const rows: string[][] = []
  for (const attack of attacks) {
    const [row] = await onServer(async (ground) => [
      await measured(ground, { attack, attacker: await attackerOf(ground.product, attack), ms: durationMs }),
    ])
    rows.push(row ?? [])
  }
  return rows
}

/** Runs all attacks on one server without a pause. All attackers prepare before the first attack starts. */
async function withoutPause(): Promise<string[][]> {
  return onServer(async (ground) => {
    const ms = Math.floor(totalMs / attacks.length)
    const ready: Attacking[] = []
    for (const attack of attacks) ready.push({ attack, attacker: await attackerOf(ground.product, attack), ms })
    const idle = await idleUse(ground)
    const rows: string[][] = []
    for (const one of ready) rows.push(await measured({ ...ground, idle }, one))
    return rows
  })
}

interface Ground {
  product: Product
  use: (signal: AbortSignal) => Promise<Experience>
  /** The neighbor's experience on the idle server, if that was measured earlier. */
  idle?: Experience
}

interface Attacking {
  attack: Attack
  attacker: Attackers
  ms: number
}

async function onServer(work: (ground: Ground) => Promise<string[][]>): Promise<string[][]> {
  const product = await startProduct()
  try {
    return await work({ product, use: await neighbor(product) })
  } finally {
    await product.stop()
    product.remove()
  }
}

async function idleUse({ use }: Ground): Promise<Experience> {
  await use(AbortSignal.timeout(3000))
  return use(AbortSignal.timeout(Math.min(durationMs, 20_000)))
}

type Attackers = Awaited<ReturnType<typeof attackerOf>>

/** Starts the process of an attacker and waits until the attack is prepared. */
async function attackerOf({ url, dataDirectory }: Product, { name }: Attack) {
  const attacker = fork(ATTACKER, [url, dataDirectory, name])
  const ended = once(attacker, 'exit').then(([code]) => Promise.reject(new Error(`The attacker exited with ${code}.`)))
  ended.catch(() => {})
  await Promise.race([once(attacker, 'message'), ended])
  return {
    start: () => attacker.send('start'),
    async end(): Promise<Record<string, number>> {
      attacker.send('end')
      const [outcomes] = (await Promise.race([once(attacker, 'message'), ended])) as [Record<string, number>]
      return outcomes
    },
  }
}

async function measured(ground: Ground, { attack, attacker, ms }: Attacking): Promise<string[]> {
  const { product, use } = ground
  const idle = ground.idle ?? (await idleUse(ground))
  const memory = () => memoryOf(serverPid(product))
  const stored = () => storedBytes(product.dataDirectory)
  const before = { memory: memory(), stored: stored() }
  attacker.start()
  const mostMemory = watchMost(memory, 200)
  const mostStored = watchMost(stored, 500)
  const attacked = await use(AbortSignal.timeout(ms))
  const outcomes = await attacker.end()
  const grown = { memory: mostMemory() - before.memory, stored: mostStored() - before.stored }
  if (!ground.idle) await sleep(5000)
  return [
    attack.name,
    ...shown(idle, attacked),
    marked(`+${megabytes(grown.memory)}`, grown.memory <= LIMITS.memoryMb * 1e6),
    files(attack, grown.stored, stored() - before.stored),
    replies(outcomes),
  ]
}

function shown(idle: Experience, attacked: Experience): string[] {
  const [before, after] = [p95(idle.lists), p95(attacked.lists)]
  const ratio = after / before
  const [start, query, preview] = [p95(attacked.starts), p95(attacked.queryStarts), p95(attacked.previews)]
  for (const message of new Set(attacked.failures)) process.stderr.write(`${message}\n`)
  return [
    marked(`${before.toFixed(0)} → ${after.toFixed(0)} ms (${ratio.toFixed(1)} ×)`, ratio <= LIMITS.listRatio),
    marked(`${start.toFixed(0)} ms`, start <= LIMITS.startMs),
    marked(`${query.toFixed(0)} ms`, query <= LIMITS.startMs),
    marked(`${preview.toFixed(0)} ms`, preview <= LIMITS.previewMs),
    marked(String(attacked.lostLeases), attacked.lostLeases === 0),
    marked(String(attacked.failures.length), attacked.failures.length === 0),
  ]
}

function marked(text: string, isMet: boolean): string {
  return isMet ? text : `✗ ${text}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

/** Formats the largest growth of stored files during the attack, and the growth that was left after it. */
function files({ filesMb = Number.POSITIVE_INFINITY }: Attack, most: number, after: number): string {
  return marked(`+${megabytes(most)}, +${megabytes(after)}`, after <= filesMb * 1e6)
}

function replies(outcomes: Record<string, number>): string {
  return Object.entries(outcomes)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}
