import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTerminal } from '@millrace/contracts/job-states'
import type { JobProperties } from '@millrace/contracts/jobs'
import type { RegisteredSteps } from '@millrace/contracts/worker'
import { embedded, hrefOf } from '@millrace/siren/read'
import { type Person, signUp } from '../e2e/api-client.ts'
import { startProduct } from '../e2e/product.ts'
import { type EventStream, openStream } from './event-stream.ts'
import { MANIFEST, workerOf } from './latency-http.ts'
import { withoutLimit } from './throughput-http.ts'

const WORKER = fileURLToPath(new URL('./chain-worker.py', import.meta.url))

type Run = (nodes: object[]) => Promise<number>

/**
 * Measures workflows through the launched product. An external worker in Python runs up to `most` jobs at a time and
 * completes each one immediately. `run` returns the milliseconds from StartProcessing until the execution is completed.
 */
export async function overHttp<T>(most: number, measure: (run: Run) => Promise<T>): Promise<T> {
  const product = await startProduct()
  try {
    const key = readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim()
    const call = workerOf(product.url, key)
    const { steps } = await call<RegisteredSteps>('PUT', '/worker/v1/steps', { manifests: [MANIFEST] })
    const settings = [new URL(product.url).host, key, steps[0]?.stepId ?? '', String(most)]
    const worker = spawn('python3', [WORKER, ...settings], { stdio: 'inherit' })
    const person = await signUp(product.url)
    await withoutLimit(product.dataDirectory)
    const engine = await engineStep(person)
    const made = (await (await person.request('/api/keys', { method: 'POST' })).json()) as { key: string }
    const stream = await openStream(product.url, made.key)
    const measured = await measure((nodes) => run(person, stream, { engine, nodes }))
    stream.close()
    worker.kill()
    await once(worker, 'exit')
    return measured
  } finally {
    await product.stop()
    product.remove()
  }
}

async function engineStep(person: Person): Promise<string> {
  const filter = { Filter: { FunctionName: 'execute_workflow' } }
  const [step] = embedded(await person.read(await person.post('/api/ProcessingStepQuery/CreateQuery', filter)), 'item')
  return (step && hrefOf(step, 'self')) ?? ''
}

interface Workflow {
  /** URL of the step that runs workflows. */
  engine: string
  nodes: object[]
}

/**
 * Runs a workflow and returns the milliseconds from the start to the completion. Like the web app, reads the
 * execution's job whenever the event stream reports a change of that job.
 */
async function run(person: Person, stream: EventStream, { engine, nodes }: Workflow): Promise<number> {
  const text = JSON.stringify({ version: 1, title: 'Bench', nodes })
  const definition = await person.upload('bench.workflow.json', new Uint8Array(Buffer.from(text)))
  const job = await person.post('/api/Job/RapidSetup', {
    Name: 'bench',
    ProcessingStepUrl: engine,
    InputDataSlots: [{ Index: 0, WorkDataUrls: [definition] }],
  })
  const begun = performance.now()
  await person.post(`${job}/StartProcessing`)
  for (;;) {
    const changed = stream.next(job)
    const { State, ErrorDescription } = (await person.read<JobProperties>(job)).properties
    if (State === 'Completed') return performance.now() - begun
    if (isTerminal(State)) throw new Error(ErrorDescription ?? State)
    await changed
  }
}
