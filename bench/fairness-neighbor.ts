import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '../e2e/product.ts'
import type { ClaimReply, Lease } from '../packages/contracts/src/worker.ts'
import { type Client, person } from './api-clients.ts'
import { queryJobs, stateAfter } from './fairness-queries.ts'
import { registerStep, workerOf } from './fairness-worker.ts'

/** Response times, in milliseconds, of an account while another account attacks the server. */
export interface Experience {
  lists: number[]
  /** Starts of jobs that a dedicated worker runs. */
  starts: number[]
  /** Starts of queries, which run on the built-in worker that all owners share. */
  queryStarts: number[]
  previews: number[]
  lostLeases: number
  /** Error messages of failed requests. */
  failures: string[]
}

const HEARTBEAT_MS = 3000

/** Prepares an account that reads its list, starts jobs and previews a table, with one job running all the time. */
export async function neighbor(product: Product) {
  const client = await person(product.url, 'Neighbor')
  const worker = workerOf(product)
  const stepId = await registerStep(worker, 'neighbor')
  const setUp = () =>
    client.post('/api/Job/RapidSetup', {
      Name: 'job',
      ProcessingStepUrl: `${product.url}/api/ProcessingStep/${stepId}`,
    })
  for (let nth = 0; nth < 30; nth += 1) await setUp()
  const list = await client.post('/api/JobQuery/CreateQuery', { Pagination: { PageSize: 20 } })
  const table = await uploadTable(product.url, client)
  const setUpQuery = await queryJobs(client, table)

  async function start(): Promise<Lease> {
    const job = await setUp()
    const claim = worker('POST', 'claim', { worker: 'bench', stepIds: [stepId], waitMs: 20_000 })
    await client.post(`${job}/StartProcessing`, {})
    const [lease] = ((await claim) as ClaimReply).leases
    if (!lease) throw new Error('No job arrived.')
    return lease
  }
  async function runQuery(times: number[]): Promise<void> {
    const job = await setUpQuery('SELECT 1')
    const begun = performance.now()
    await client.post(`${job}/StartProcessing`, {})
    await stateAfter(client, job, { states: ['Pending'] })
    times.push(performance.now() - begun)
    await stateAfter(client, job, { states: ['Processing'] })
  }
  const held = await start()

  /** Uses the product until the signal is aborted. */
  return async function use(signal: AbortSignal): Promise<Experience> {
    const experience: Experience = { lists: [], starts: [], queryStarts: [], previews: [], lostLeases: 0, failures: [] }
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
      repeat(500, () => runQuery(experience.queryStarts)),
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
