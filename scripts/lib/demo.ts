import { setTimeout as sleep } from 'node:timers/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { type Person, signUp } from '../../e2e/api-client.ts'
import { startProduct } from '../../e2e/product.ts'

const STEP = 'clean_table'
const ROWS = 10_000

/** Signs up, uploads a table, runs a step, waits and shows the result. Prints how long each action took. */
export async function demo(address?: string): Promise<void> {
  const product = address ? undefined : await step('Start Millrace on an empty directory', () => startProduct())
  try {
    await mainJob(address ?? product?.url ?? '')
  } finally {
    await product?.stop()
    product?.remove()
  }
}

async function mainJob(url: string): Promise<void> {
  const person = await step('Sign up', () => signUp(url))
  const table = messyTable()
  const data = await step(`Upload gauges.csv (${table.length} bytes)`, () => person.upload('gauges.csv', table))
  const job = await step(`Set up a job with ${STEP}`, () => setUp(person, data))
  await step('Start it', async () => person.act((await person.read(job)) as never, 'StartProcessing'))
  const done = await step('Wait until it ends', () => finished(person, job))
  if (done.properties.State !== 'Completed') {
    throw new Error(`The job is ${done.properties.State}: ${done.properties.ErrorDescription}`)
  }
  await showResult(person, done)
}

async function setUp(person: Person, data: string): Promise<string> {
  const query = await person.post('/api/ProcessingStepQuery/CreateQuery', {
    Filter: { FunctionName: STEP, FunctionNameMatchType: 'MatchExact' },
  })
  const [found] = embedded((await person.read(query)) as never, 'item')
  if (!found) throw new Error(`The step ${STEP} was not found. Is the built-in worker running?`)
  const job = await person.post('/api/Job/CreateJob', { Name: 'Clean the gauge readings' })
  await person.act((await person.read(job)) as never, 'SelectProcessing', { ProcessingStepUrl: selfHref(found) })
  await person.act((await person.read(job)) as never, 'ConfigureProcessing', {})
  const [slot] = embedded((await person.read(job)) as never, 'InputDataSlot')
  await person.act(slot as never, 'SelectWorkData', { WorkDataUrl: data })
  return job
}

async function finished(person: Person, job: string): Promise<SirenDocument<JobProperties>> {
  for (;;) {
    const document = await person.read<JobProperties>(job)
    if (isTerminal(document.properties.State)) return document
    await sleep(50)
  }
}

async function showResult(person: Person, job: SirenDocument<JobProperties>): Promise<void> {
  const slots = embedded(job as never, 'OutputDataSlot')
  const results = slots.flatMap((slot) => embedded<WorkDataProperties>(slot as never, 'Assigned'))
  if (results.length === 0) throw new Error('The job is Completed but has no result.')
  for (const result of results) {
    const { Name, MediaType, SizeInBytes } = result.properties
    process.stdout.write(`\n${Name} (${MediaType}, ${SizeInBytes} bytes)\n`)
    const reply = await person.request(hrefOf(result as never, 'Download') ?? '')
    const bytes = Buffer.from(await reply.arrayBuffer())
    if (!reply.ok || bytes.length !== SizeInBytes) throw new Error(`Downloading ${Name} failed (${reply.status}).`)
    if (/json|csv|text/.test(MediaType))
      process.stdout.write(`${bytes.toString().split('\n').slice(0, 20).join('\n')}\n`)
  }
}

/** Returns a table as measuring stations export it, with semicolons, decimal commas and missing values. */
function messyTable(): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const level = index % 97 === 0 ? '' : `${1 + (index % 300) / 100}`.replace('.', ',')
    return `${new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString()};gauge ${index % 3};${level}`
  })
  return new Uint8Array(Buffer.from(['time;station;level (m)', ...rows, ''].join('\n')))
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const result = await work()
  process.stdout.write(`${what.padEnd(44)}${`${Math.round(performance.now() - since)} ms`.padStart(9)}\n`)
  return result
}
