import { setTimeout as sleep } from 'node:timers/promises'
import type { JobProperties } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import type { SirenDocument } from '@millrace/siren/document'
import { type Person, signUp } from '../e2e/api-client.ts'
import { type Flow, followPatiently, newFlow } from './flow.ts'
import { Installation } from './installation.ts'
import { brokenRules, countLeasedImmediately, countNamed } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { planRun } from './run-plan.ts'
import { followWorkflow, workflowFaults } from './workflow-flow.ts'

/**
 * Number of clients. It exceeds the number of jobs that the worker runs and the plan allows at a time, so some
 * jobs always wait.
 */
const CLIENTS = 6
/** Number of clients that run workflows. The other clients run single jobs. */
const WORKFLOW_CLIENTS = 2
/**
 * Time limit for all jobs to end after the last kill. Within this time, a lost lease expires, the job is retried after
 * a pause, and the rest of its workflow runs, while other workflows use the same worker.
 */
const SETTLED_MS = LIMITS.leaseMs + 120_000
/**
 * Time from the last kill until the run is aborted. Exceeds `SETTLED_MS`, so the report can say how long the jobs took.
 */
const GIVEN_UP_MS = 10 * LIMITS.leaseMs

interface KillReport {
  faults: string[]
  kills: number
  uploads: number
  jobs: number
  workflows: number
  /** Number of runs that were created with a lease for the worker that completed the preceding run. */
  leasedImmediately: number
  /** The time from the last kill until the last job ended, in milliseconds. */
  settledMs: number
  installation: Installation
}

/**
 * Runs uploads and jobs while parts of the product are killed as the seed determines. Each client starts its next job
 * when the previous job has ended. After the last kill, every job must end in time, everything acknowledged must exist
 * unchanged, and everything requested must exist exactly once.
 */
export async function runRandomKills(seed: number, kills: number): Promise<KillReport> {
  const plan = planRun(seed, kills)
  const installation = new Installation()
  const person = await signUp(await installation.start())
  const clients: Clients = { person, ledger: new Ledger(), flows: [], faults: [], executions: [] }
  const over = new AbortController()
  const givenUp = new AbortController()
  const ended = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const flow = newFlow(`flow ${client}-${count}`, plan.jobSeconds(client))
      const run = client < WORKFLOW_CLIENTS ? runWorkflow : runFlow
      await run(clients, flow, givenUp.signal)
    }
  })

  for (const { victim, afterMs } of plan.kills) {
    await sleep(afterMs)
    await installation.kill(victim)
    if (victim === 'launcher') await installation.start()
    await installation.open()
  }
  over.abort()
  const timer = setTimeout(() => givenUp.abort(), GIVEN_UP_MS)
  await Promise.all(ended)
  clearTimeout(timer)
  const settledMs = performance.now() - installation.lastKill

  const faults = [...clients.faults, ...(await faultsOf(installation, clients))]
  if (settledMs > SETTLED_MS) faults.push(`the last job ended more than ${SETTLED_MS / 1000} s after the last kill`)
  const leasedImmediately = await countLeasedImmediately(installation.dataDirectory)
  if (installation.kills < kills) faults.push(`${kills} kills were planned, ${installation.kills} happened`)
  await installation.stop()
  const { uploads, jobs } = clients.ledger
  return {
    faults,
    kills: installation.kills,
    uploads: uploads.size,
    jobs: jobs.size,
    workflows: clients.executions.length,
    leasedImmediately,
    settledMs,
    installation,
  }
}

interface Clients {
  person: Person
  ledger: Ledger
  flows: Flow[]
  faults: string[]
  executions: { flow: Flow; end: SirenDocument<JobProperties> }[]
}

/** Follows a flow until it ends. A job may end in Error only if it lost all its attempts. */
async function runFlow({ person, ledger, flows, faults }: Clients, flow: Flow, signal: AbortSignal): Promise<void> {
  flows.push(flow)
  const end = await followPatiently(flow, person, ledger, signal).catch(String)
  if (typeof end === 'string') faults.push(`${flow.name} did not finish: ${end}`)
  else if (end.properties.State !== 'Completed' && end.properties.Attempt < LIMITS.attemptsMax) {
    faults.push(`${flow.name} is ${end.properties.State} after ${end.properties.Attempt} attempts`)
  }
}

/** Follows a workflow until it ends. The workflow must complete, because its failed runs are retried. */
async function runWorkflow({ person, ledger, ...clients }: Clients, flow: Flow, signal: AbortSignal): Promise<void> {
  clients.flows.push(flow)
  const end = await followPatiently(flow, person, ledger, signal, followWorkflow).catch(String)
  if (typeof end === 'string') clients.faults.push(`${flow.name} did not finish: ${end}`)
  else if (end.properties.State === 'Completed') clients.executions.push({ flow, end })
  else clients.faults.push(`${flow.name} is ${end.properties.State}: ${end.properties.ErrorDescription ?? ''}`)
}

async function faultsOf(
  { dataDirectory }: Installation,
  { person, ledger, flows, executions }: Clients,
): Promise<string[]> {
  const faults: string[] = []
  for (const { flow, end } of executions) faults.push(...(await workflowFaults(person, end, flow)))
  for (const { name } of flows) {
    for (const [table, title] of [['job', name] as const, ['work_data', `${name}.csv`] as const]) {
      const count = await countNamed(dataDirectory, table, title)
      if (count !== 1) faults.push(`${title} exists ${count} times in ${table}`)
    }
  }
  return [...faults, ...(await brokenRules(dataDirectory)), ...(await ledger.reread(person))]
}
