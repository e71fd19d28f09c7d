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

const WARM_UP = 2
const WORKER = fileURLToPath(new URL('./chain-worker.py', import.meta.url))

/**
 * The milliseconds from StartProcessing to the completed execution, through the launched product with one external
 * worker in Python, which completes each job at once. Some more workflows run first.
 */
export async function overHttp(nodes: object[], rounds: number): Promise<number[]> {
  const product = await startProduct()
  try {
    const key = readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim()
    const call = workerOf(product.url, key)
    const { steps } = await call<RegisteredSteps>('PUT', '/worker/v1/steps', { manifests: [MANIFEST] })
    const worker = spawn('python3', [WORKER, new URL(product.url).host, key, steps[0]?.stepId ?? ''], {
      stdio: 'inherit',
    })
    const person = await signUp(product.url)
    const engine = await engineStep(person)
    const made = (await (await person.request('/api/keys', { method: 'POST' })).json()) as { key: string }
    const stream = await openStream(product.url, made.key)
    const values: number[] = []
    for (let round = 0; round < rounds + WARM_UP; round += 1) values.push(await run(person, stream, { engine, nodes }))
    stream.close()
    worker.kill()
    await once(worker, 'exit')
    return values.slice(WARM_UP)
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

/** Runs a workflow and reads its job whenever the event stream says that it changed, like the web app. */
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
