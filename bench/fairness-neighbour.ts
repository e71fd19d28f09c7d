import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../e2e/product.ts'
import type { ClaimReply, Lease, RegisteredSteps } from '../packages/contracts/src/worker.ts'
import { type Client, person } from './api-clients.ts'

/** What another account experiences, in milliseconds. */
export interface Experience {
  lists: number[]
  starts: number[]
  previews: number[]
  lostLeases: number
  /** Requests that failed, with their messages. */
  failures: string[]
}

const HEARTBEAT_MS = 3000
const STEP = { function_name: 'neighbour', version: '1.0.0', input_dataslots: [], output_dataslots: [] }

/** An account that reads its list, starts jobs and previews a table, while one of its jobs runs all the time. */
export async function neighbour(product: Product) {
  const client = await person(product.url, 'Neighbour')
  const worker = workerOf(product)
  const { steps } = (await worker('PUT', 'steps', { manifests: [STEP] })) as RegisteredSteps
  const stepId = steps[0]?.stepId ?? ''
  const setUp = () =>
    client.post('/api/Job/RapidSetup', {
      Name: 'job',
      ProcessingStepUrl: `${product.url}/api/ProcessingStep/${stepId}`,
    })
  for (let nth = 0; nth < 30; nth += 1) await setUp()
  const list = await client.post('/api/JobQuery/CreateQuery', { Pagination: { PageSize: 20 } })
  const table = await uploadTable(product.url, client)

  async function start(): Promise<Lease> {
    const job = await setUp()
    const claim = worker('POST', 'claim', { worker: 'bench', stepIds: [stepId], waitMs: 20_000 })
    await client.post(`${job}/StartProcessing`, {})
    const [lease] = ((await claim) as ClaimReply).leases
    if (!lease) throw new Error('No job arrived.')
    return lease
  }
  const held = await start()

  /** Uses the product until the signal is aborted. */
  return async function use(signal: AbortSignal): Promise<Experience> {
    const experience: Experience = { lists: [], starts: [], previews: [], lostLeases: 0, failures: [] }
    const repeat = async (pauseMs: number, task: () => Promise<void>) => {
      while (!signal.aborted) {
        await task().catch((error: Error) => experience.failures.push(error.message))
        await sleep(pauseMs)
      }
    }
    const timed = async (times: number[], task: () => Promise<unknown>) => {
      const begun = performance.now()
      await task().finally(() => times.push(performance.now() - begun))
    }
    await Promise.all([
      repeat(50, () => timed(experience.lists, () => client.read(list))),
      repeat(500, () => timed(experience.previews, () => client.read(`${table}/Preview?find=${Math.random()}`))),
      repeat(500, async () => {
        const leases: Lease[] = []
        await timed(experience.starts, async () => leases.push(await start()))
        for (const lease of leases) await on(lease, 'complete')
      }),
      repeat(HEARTBEAT_MS, async () => {
        const isHeld = await on(held, 'heartbeat').then(
          () => true,
          () => false,
        )
        if (!isHeld) experience.lostLeases += 1
      }),
    ])
    return experience
  }

  function on(lease: Lease, action: 'heartbeat' | 'complete') {
    return worker('POST', `leases/${lease.id}/${action}`, {}, { 'x-lease-token': lease.token })
  }
}

async function uploadTable(url: string, { key }: Client): Promise<string> {
  const body = new FormData()
  const rows = Array.from({ length: 1000 }, (_, row) => `${row},${row / 7}`)
  body.append('files', new File([`a,b\n${rows.join('\n')}\n`], 'table.csv'))
  const reply = await fetch(`${url}/api/WorkData/UploadWorkData`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body,
  })
  return reply.headers.get('location') ?? ''
}

function workerOf({ url, dataDirectory }: Product) {
  const key = readFileSync(join(dataDirectory, 'worker.key'), 'utf8').trim()
  return async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/worker/v1/${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return reply.json() as Promise<unknown>
  }
}
