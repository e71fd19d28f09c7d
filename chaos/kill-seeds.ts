import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@millrace/contracts/limits'
import { type Person, signUp } from '../e2e/api-client.ts'
import { type Flow, followPatiently, newFlow } from './flow.ts'
import { brokenRules, countNamed } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { seededRandom } from './seeded-random.ts'
import { Site, type Victim } from './site.ts'

/*
 * Runs uploads and jobs while server, worker, database and launcher are killed in a seeded random order. Then the kills stop, every flow must complete, and the same invariants are checked as after each failpoint.
 *
 *     node chaos/kill-at-random.ts [seed] [kills]
 */

const VICTIMS: Victim[] = ['server', 'database', 'worker', 'launcher']
const AT_ONCE = 3
const HEALED_MS = 10 * LIMITS.leaseMs

const seed = Number(process.argv[2] ?? randomInt(1_000_000))
const planned = Number(process.argv[3] ?? 12)
const random = seededRandom(seed)
const site = new Site()
const ledger = new Ledger()
const person: Person = await signUp(await site.start())
const flows: Flow[] = []
const storm = new AbortController()

process.stdout.write(`seed ${seed}\n`)
const clients = Array.from({ length: AT_ONCE }, (_, number) => client(number))
for (let kill = 0; kill < planned; kill += 1) await killOne(kill)
storm.abort()
await Promise.all(clients)
const faults = await verdict()
await site.stop()
report()

/** Kills one part. Each part is killed in turn; the seed determines the order and the times. */
async function killOne(kill: number): Promise<void> {
  await sleep(500 + random() * 3000)
  const victim = VICTIMS[kill < VICTIMS.length ? kill : Math.floor(random() * VICTIMS.length)] ?? 'server'
  await site.kill(victim)
  process.stdout.write(`kill -9 ${victim}\n`)
  if (victim === 'launcher') await site.start()
  await site.open()
}

/** Runs one flow after the other. Flows that a crash interrupts are completed afterwards. */
async function client(number: number): Promise<void> {
  for (let count = 0; !storm.signal.aborted; count += 1) {
    const flow = newFlow(`flow ${number}-${count}`, random() * 2)
    flows.push(flow)
    await followPatiently(flow, person, ledger, AbortSignal.any([storm.signal, AbortSignal.timeout(15_000)])).catch(
      () => {},
    )
  }
}

async function verdict(): Promise<string[]> {
  const found: string[] = []
  for (const flow of flows) {
    const end = await followPatiently(flow, person, ledger, AbortSignal.timeout(HEALED_MS)).catch(String)
    if (typeof end === 'string') found.push(`${flow.name} did not finish: ${end}`)
    else if (end.properties.State !== 'Completed' && end.properties.Attempt < LIMITS.attemptsMax) {
      found.push(`${flow.name} is ${end.properties.State} after ${end.properties.Attempt} attempts`)
    }
    for (const [table, name] of [['job', flow.name] as const, ['work_data', `${flow.name}.csv`] as const]) {
      const count = await countNamed(site.dataDirectory, table, name)
      if (count !== 1) found.push(`${name} exists ${count} times`)
    }
  }
  if (site.kills < planned) found.push(`${planned} kills were planned, ${site.kills} happened`)
  return [...found, ...(await brokenRules(site.dataDirectory)), ...(await ledger.reread(person))]
}

function report(): void {
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  const { uploads, jobs } = ledger
  process.stdout.write(
    `seed ${seed}: ${site.kills} kills, ${uploads.size} uploads, ${jobs.size} jobs: ${faults.length} violations\n`,
  )
  if (faults.length === 0) site.remove()
  process.exit(faults.length > 0 ? 1 : 0)
}
