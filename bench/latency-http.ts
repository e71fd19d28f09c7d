import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProduct } from '../e2e/product.ts'
import type { ClaimReply, RegisteredSteps } from '../packages/contracts/src/worker.ts'

export const MANIFEST = { function_name: 'bench', version: '1.0.0', input_dataslots: [], output_dataslots: [] }

/**
 * Measures the time from sending StartProcessing to receiving the reply to the claim that waits for the job. Uses the
 * launched product. All jobs belong to one user, whose plan allows four running jobs. Each job is completed before the
 * next one starts.
 */
export async function overHttp(count: number): Promise<number[]> {
  const product = await startProduct()
  try {
    const person = await signedUp(product.url)
    const worker = workerOf(product.url, readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim())
    const { steps } = await worker<RegisteredSteps>('PUT', '/worker/v1/steps', { manifests: [MANIFEST] })
    const stepId = steps[0]?.stepId ?? ''
    const values: number[] = []
    for (let index = 0; index < count + 20; index += 1) {
      const job = await person('/api/Job/RapidSetup', {
        Name: 'bench',
        ProcessingStepUrl: `${product.url}/api/ProcessingStep/${stepId}`,
      })
      const claimed = worker<ClaimReply>('POST', '/worker/v1/claim', {
        worker: 'bench',
        stepIds: [stepId],
        waitMs: 10_000,
      })
      await sleep(20)
      const begun = performance.now()
      const [reply] = await Promise.all([
        claimed.then((found) => ({ ...found, at: performance.now() })),
        person(`${job}/StartProcessing`),
      ])
      values.push(reply.at - begun)
      const [lease] = reply.leases
      if (!lease) throw new Error('The claim returned no job.')
      await worker('POST', `/worker/v1/leases/${lease.id}/complete`, {}, { 'x-lease-token': lease.token })
    }
    return values.slice(20)
  } finally {
    await product.stop()
    product.remove()
  }
}

/**
 * Signs up a user. Returns a function that sends a POST request as that user and returns the URL of the created
 * resource, if any.
 */
export async function signedUp(url: string) {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ name: 'Bench', email: 'bench@example.org', password: 'still water runs deep' })
  const reply = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(await reply.text())
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (path: string, parameters: object = {}): Promise<string> => {
    const at = path.startsWith('http') ? path : `${url}${path}`
    const made = await fetch(at, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(parameters) })
    if (!made.ok) throw new Error(`${at}: ${await made.text()}`)
    return made.headers.get('location') ?? ''
  }
}

/** Returns a function that calls the worker protocol with this key. It throws if the server refuses the call. */
export function workerOf(url: string, key: string) {
  return async <T>(method: string, path: string, body: object, more: Record<string, string> = {}): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key, ...more }
    const reply = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
}
