import { rmSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@millrace/contracts/limits'
import { type EmbeddedDatabase, startEmbedded } from '@millrace/db/embedded'
import { signUp } from '../e2e/api-client.ts'
import { newDataDirectory } from '../e2e/product.ts'
import { type Flow, followPatiently, newFlow } from './flow.ts'
import { Installation } from './installation.ts'
import { brokenRules } from './invariants.ts'
import { Ledger } from './ledger.ts'

/*
 * Tests the product with an external database that is not running yet when the product starts, and that later becomes
 * unreachable during uploads and jobs. While the database is unreachable, every request must receive 503 with
 * Retry-After. Afterwards, every flow must complete.
 *
 *     node chaos/database-away.ts [seconds]
 */

const seconds = Number(process.argv[2] ?? 60)
const databaseDirectory = newDataDirectory()
const door = await mkdtemp(join(tmpdir(), 'millrace-door-'))
const socket = join(door, '.s.PGSQL.5432')
const faults: string[] = []

/** Starts the database. Its URL stays the same after a restart. */
async function open(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDirectory: databaseDirectory })
  rmSync(socket, { force: true })
  symlinkSync(join(new URL(database.url).searchParams.get('host') ?? '', '.s.PGSQL.5432'), socket)
  return database
}

let database = await open()
const address = new URL(database.url)
address.searchParams.set('host', door)
await database.stop()

const installation = new Installation({ DATABASE_URL: address.href })
const starting = installation.start()
await installation.waits(/^server +warning +The database is not reachable yet/)
database = await open()
const person = await signUp(await starting)
const ledger = new Ledger()
const flows: Flow[] = Array.from({ length: 6 }, (_, number) => newFlow(`flow ${number}`, number * 2))
const healed = AbortSignal.timeout(seconds * 1000 + 10 * LIMITS.leaseMs)
const ends = flows.map((flow) => followPatiently(flow, person, ledger, healed).catch(String))
await sleep(3000)
await database.stop()
const asked = await sendRequests(performance.now() + seconds * 1000)
database = await open()
await installation.open()
for (const [index, end] of (await Promise.all(ends)).entries()) {
  if (typeof end === 'string') faults.push(`flow ${index} did not finish: ${end}`)
  else if (end.properties.State !== 'Completed') faults.push(`flow ${index} is ${end.properties.State}`)
}
faults.push(...(await brokenRules(databaseDirectory, installation.dataDirectory)), ...(await ledger.reread(person)))
await installation.stop()
await database.stop()
report()

/**
 * Sends various requests while the database is unreachable, and returns their number. Each must be refused within 7 s,
 * with Retry-After.
 */
async function sendRequests(until: number): Promise<number> {
  let count = 0
  for (; performance.now() < until; count += 1) {
    const began = performance.now()
    const path = ['/api/EntryPoint', '/api/JobsRoot', '/api/auth/get-session', '/health/ready'][count % 4] ?? '/'
    const reply = await person.request(path, { signal: AbortSignal.timeout(20_000) }).catch(String)
    const took = performance.now() - began
    if (typeof reply === 'string') faults.push(`${path} did not respond: ${reply}`)
    else if (reply.status !== 503 || !reply.headers.get('retry-after')) {
      faults.push(`${path} answered ${reply.status}, Retry-After ${reply.headers.get('retry-after')}`)
    }
    if (took > 7000) faults.push(`${path} took ${Math.round(took)} ms`)
    await sleep(250)
  }
  return count
}

function report(): void {
  for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`)
  const { uploads, jobs } = ledger
  process.stdout.write(
    `${seconds} s away, ${asked} requests meanwhile, ${uploads.size} uploads, ${jobs.size} jobs: ${faults.length} violations\n`,
  )
  rmSync(door, { recursive: true })
  if (faults.length === 0) {
    installation.remove()
    rmSync(databaseDirectory, { recursive: true })
  }
  process.exit(faults.length > 0 ? 1 : 0)
}
