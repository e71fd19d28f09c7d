import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { SirenDocument } from '@millrace/siren/document'
import { actionOf, embedded } from '@millrace/siren/read'
import type { Person } from '../e2e/api-client.ts'
import { type Ledger, newTable } from './ledger.ts'

/** One upload and one job on it, which may be begun again at any point: names and keys stay the same. */
export interface Flow {
  name: string
  seconds: number
  table: ReturnType<typeof newTable>
}

export function newFlow(name: string, seconds = 0): Flow {
  return { name, seconds, table: newTable() }
}

/** Takes the flow from wherever it stands to the end of its job. Any error means "unknown": call it again. */
async function follow(flow: Flow, person: Person, ledger: Ledger, signal: AbortSignal) {
  const data = await person.upload(`${flow.name}.csv`, flow.table.bytes, { 'idempotency-key': `${flow.name}-upload` })
  ledger.uploads.set(data, { name: flow.name, sha256: flow.table.sha256 })
  const job = await person.post('/api/Job/CreateJob', { Name: flow.name }, { 'idempotency-key': `${flow.name}-job` })
  ledger.jobs.set(job, flow.name)
  await setUp(flow, person, job, data)
  return finished(person, job, signal)
}

/** Each move is made only where the job still offers it, so what was done before the crash is not done again. */
async function setUp(flow: Flow, person: Person, job: string, data: string): Promise<void> {
  const before = await person.read<JobProperties>(job)
  if (!before.properties.Processing) {
    await person.act(before as never, 'SelectProcessing', { ProcessingStepUrl: await slowCopy(person) })
  }
  const selected = await person.read<JobProperties>(job)
  if (!actionOf(selected, 'ConfigureProcessing')) return
  await person.act(selected as never, 'ConfigureProcessing', { seconds: flow.seconds })
  const [slot] = embedded(await person.read(job), 'InputDataSlot')
  if (slot && actionOf(slot, 'SelectWorkData')) await person.act(slot as never, 'SelectWorkData', { WorkDataUrl: data })
  const ready = await person.read<JobProperties>(job)
  if (actionOf(ready, 'StartProcessing')) await person.act(ready as never, 'StartProcessing')
}

async function finished(person: Person, job: string, signal: AbortSignal): Promise<SirenDocument<JobProperties>> {
  for (;;) {
    const document = await person.read<JobProperties>(job)
    if (isTerminal(document.properties.State)) return document
    await sleep(200, undefined, { signal })
  }
}

/** Begins again after every error, as a client does that lost its connection, until the signal says it is enough. */
export async function followPatiently(flow: Flow, person: Person, ledger: Ledger, signal: AbortSignal) {
  for (;;) {
    try {
      return await follow(flow, person, ledger, signal)
    } catch (error) {
      if (signal.aborted) throw error
      await sleep(300, undefined, { signal })
    }
  }
}

async function slowCopy(person: Person): Promise<string> {
  const query = await person.post('/api/ProcessingStepQuery/CreateQuery', { Filter: { FunctionName: 'slow_copy' } })
  const result = await person.read(query)
  const [step] = embedded(result, 'item')
  const href = step?.links.find((link) => link.rel.includes('self'))?.href
  if (!href) throw new Error('The step slow_copy is not registered yet.')
  return href
}
