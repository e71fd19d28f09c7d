import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './api-clients.ts'

const POLL_MS = 25

interface Queried {
  entities: { class: string[]; links: { rel: string[]; href: string }[] }[]
}

/** Returns a function that sets up a job of the step `query_table`, which the built-in worker runs. */
export async function queryJobs(client: Client, table: string) {
  const ProcessingStepUrl = await stepOf(client, 'query_table')
  return (sql: string) =>
    client.post('/api/Job/RapidSetup', {
      Name: 'query',
      ProcessingStepUrl,
      Parameters: JSON.stringify({ sql }),
      InputDataSlots: [{ WorkDataUrls: [table] }],
    })
}

/** Finds a step by its function name and returns its URL. */
export async function stepOf(client: Client, FunctionName: string): Promise<string> {
  const found = await client.post('/api/ProcessingStepQuery/CreateQuery', { Filter: { FunctionName } })
  const { entities } = (await client.read(found)) as Queried
  const links = entities.flatMap((entity) => (entity.class.includes('ProcessingStep') ? entity.links : []))
  const url = links.find(({ rel }) => rel.includes('self'))?.href
  if (!url) throw new Error(`There is no step ${FunctionName}.`)
  return url
}

/** Waits until the job leaves these states or the signal is aborted. Returns the job's state. */
export async function stateAfter(
  client: Client,
  job: string,
  { states, pollMs = POLL_MS, signal }: { states: readonly string[]; pollMs?: number; signal?: AbortSignal },
): Promise<string> {
  for (;;) {
    const { properties } = (await client.read(job)) as { properties: { State: string } }
    if (!states.includes(properties.State) || signal?.aborted) return properties.State
    await sleep(pollMs)
  }
}
