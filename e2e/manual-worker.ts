import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from './product.ts'

interface Lease {
  id: string
  token: string
}

/** Interval at which a held job renews its lease, which lasts 30 s. The SDK uses the same interval. */
const HEARTBEAT_MS = 3000

/** A job whose worker is controlled by the journey. The lease is renewed until the job ends or a renewal is refused. */
export interface HeldJob {
  log(lines: readonly string[], stream?: 'out' | 'err'): Promise<void>
  progress(share: number): Promise<void>
  fail(message: string): Promise<void>
  writes(slot: string, name: string, text: string): Promise<void>
  completes(): Promise<void>
}

/** Registers a step with one table input and claims its jobs one by one, with the built-in worker's key. */
export async function manualWorker(product: Pick<Product, 'url' | 'dataDirectory'>, functionName: string) {
  const key = readFileSync(join(product.dataDirectory, 'worker.key'), 'utf8').trim()
  const call = async (method: string, at: string, body: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${product.url}/worker/v1/${at}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${at} answered ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<unknown>
  }
  const manifest = {
    function_name: functionName,
    version: '1.0.0',
    title: 'Manual step',
    short_description: 'Does what the journey tells it to do.',
    parameters: { type: 'object', properties: { k: { type: 'number', default: 3 } } },
    input_dataslots: [{ name: 'table', title: 'Table', mediatype: 'text/csv' }],
    output_dataslots: [{ name: 'out', title: 'Out', mediatype: 'text/csv' }],
  }
  const { steps } = (await call('PUT', 'steps', { manifests: [manifest] })) as { steps: { stepId: string }[] }
  const stepIds = steps.map(({ stepId }) => stepId)

  return {
    stepIds,
    /** Waits for the next job of the step and claims it. */
    async takes(): Promise<HeldJob> {
      const claim = { worker: 'by hand', stepIds, max: 1, waitMs: 20_000 }
      const { leases } = (await call('POST', 'claim', claim)) as { leases: Lease[] }
      const [lease] = leases
      if (!lease) throw new Error('No job arrived.')
      const on = async (rest: string, body: unknown) => {
        await call('POST', `leases/${lease.id}/${rest}`, body, { 'x-lease-token': lease.token })
      }
      const beat = setInterval(() => void on('heartbeat', {}).catch(() => clearInterval(beat)), HEARTBEAT_MS)
      beat.unref()
      const ends = async (way: string, body: unknown) => {
        clearInterval(beat)
        await on(way, body)
      }
      return {
        log: (lines, stream = 'out') =>
          on('log', { lines: lines.map((text) => ({ at: new Date().toISOString(), stream, text })) }),
        progress: (progress) => on('heartbeat', { progress }),
        fail: (message) => ends('fail', { message }),
        async writes(slot, name, text) {
          const at = `${product.url}/worker/v1/leases/${lease.id}/outputs/${slot}/0?name=${name}`
          const headers = { 'x-api-key': key, 'x-lease-token': lease.token, 'content-type': 'text/csv' }
          const reply = await fetch(at, { method: 'PUT', headers, body: text })
          if (!reply.ok) throw new Error(`Writing ${name} answered ${reply.status}: ${await reply.text()}`)
        },
        completes: () => ends('complete', {}),
      }
    },
  }
}
