import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded } from '@millrace/siren/read'
import type { Person } from '../e2e/api-client.ts'
import { type Ledger, newTable } from './ledger.ts'

/** An upload and a job that uses it. Resumable at any point, because names and idempotency keys don’t change. */
export interface Flow {
  name: string
  seconds: number
  table: ReturnType<typeof newTable>
}

/** Creates a flow with its own random table. The job will take at least `seconds`. */
export function newFlow(name: string, seconds = 0): Flow {
  return { name, seconds, table: newTable() }
}

/** Continues the flow until the job ends. After an error, the outcome is unknown, so call this function again. */
async function follow(flow: Flow, person: Person, ledger: Ledger, signal: AbortSignal) {
  const data = await person.upload(`${flow.name}.csv`, flow.table.bytes, { 'idempotency-key': `${flow.name}-upload` })
  ledger.uploads.set(data, { name: flow.name, sha256: flow.table.sha256 })
  const job = await person.post('/api/Job/CreateJob', { Name: flow.name }, { 'idempotency-key': `${flow.name}-job` })
  ledger.jobs.set(job, flow.name)
  await setUp(flow, person, job, data)
  return finished(person, job, signal)
}

/** Sets up and starts the job. Runs only actions that the job still lists, so nothing is repeated after a crash. */
async function setUp(flow: Flow, person: Person, job: string, data: string): Promise<void> {
  const before = await person.read<JobProperties>(job)
  if (!before.properties.Processing) {
    await person.act(before as never, 'SelectProcessing', { ProcessingStepUrl: await stepNamed(person, 'slow_copy') })
  }
  const selected = await person.read<JobProperties>(job)
  if (!actionOf(selected, 'ConfigureProcessing')) return
  await person.act(selected as never, 'ConfigureProcessing', { seconds: flow.seconds })
  const [slot] = embedded(await person.read(job), 'InputDataSlot')
  if (slot && actionOf(slot, 'SelectWorkData')) await person.act(slot as never, 'SelectWorkData', { WorkDataUrl: data })
  const ready = await person.read<JobProperties>(job)
  if (actionOf(ready, 'StartProcessing')) await person.act(ready as never, 'StartProcessing')
}

/**
 * Polls the job once per second until it has ended, and returns it. Polling five times per second would take a quarter
 * of the processor time.
 */
export async function finished(
  person: Person,
  job: string,
  signal: AbortSignal,
): Promise<SirenDocument<JobProperties>> {
  for (;;) {
    const document = await person.read<JobProperties>(job)
    if (isTerminal(document.properties.State)) return document
    await sleep(1000, undefined, { signal })
  }
}

/**
 * Follows the flow until it ends. After every error, retries like a client that lost its connection. Rethrows the error
 * if the signal has aborted.
 */
export async function followPatiently(
  flow: Flow,
  person: Person,
  ledger: Ledger,
  signal: AbortSignal,
  followOnce = follow,
) {
  for (;;) {
    try {
      return await followOnce(flow, person, ledger, signal)
    } catch (error) {
      if (signal.aborted) throw error
      await sleep(300, undefined, { signal })
    }
  }
}

/** Returns the URL of a step. Throws if the step is not registered yet. */
export async function stepNamed(person: Person, name: string): Promise<string> {
  const query = await person.post('/api/ProcessingStepQuery/CreateQuery', { Filter: { FunctionName: name } })
  const result = await person.read(query)
  const [step] = embedded(result, 'item')
  const href = step?.links.find((link) => link.rel.includes('self'))?.href
  if (!href) throw new Error(`The step ${name} is not registered yet.`)
  return href
}
