import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startProduct } from '../e2e/product.ts'
import type { ClaimReply, RegisteredSteps } from '../packages/contracts/src/worker.ts'
import { SUPERUSER, socketUrl } from '../packages/db/src/embedded-settings.ts'
import { MANIFEST, signedUp, workerOf } from './latency-http.ts'
import { timed } from './throughput-subjects.ts'

const BATCH = 25

/** Returns the milliseconds that external workers take to complete all waiting jobs. Uses the launched product. */
export async function throughputOverHttp(jobs: number, workers: number): Promise<number> {
  const product = await startProduct()
  try {
    const person = await signedUp(product.url)
    await withoutLimit(product.dataDirectory)
    const call = workerOf(product.url, readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim())
    const { steps } = await call<RegisteredSteps>('PUT', '/worker/v1/steps', { manifests: [MANIFEST] })
    const stepId = steps[0]?.stepId ?? ''
    const setup = { Name: 'bench', ProcessingStepUrl: `${product.url}/api/ProcessingStep/${stepId}`, Start: true }
    for (let made = 0; made < jobs; made += 10) {
      await Promise.all(Array.from({ length: 10 }, () => person('/api/Job/RapidSetup', setup)))
    }
    const worker = async () => {
      for (;;) {
        const request = { worker: 'bench', stepIds: [stepId], max: BATCH, waitMs: 0 }
        const { leases } = await call<ClaimReply>('POST', '/worker/v1/claim', request)
        if (leases.length === 0) return
        await Promise.all(
          leases.map(({ id, token }) =>
            call('POST', `/worker/v1/leases/${id}/complete`, {}, { 'x-lease-token': token }),
          ),
        )
      }
    }
    return await timed(() => Promise.all(Array.from({ length: workers }, worker)))
  } finally {
    await product.stop()
    product.remove()
  }
}

/** Removes the free plan's limit of four running jobs, which would otherwise determine the result. */
export async function withoutLimit(dataDirectory: string): Promise<void> {
  const socketFolder = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const client = new pg.Client({ connectionString: socketUrl(SUPERUSER, 'millrace', socketFolder) })
  await client.connect()
  await client.query(`update owner set plan = 'enterprise'`)
  await client.end()
}
