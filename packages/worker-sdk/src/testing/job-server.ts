import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Completion, Failure, Lease, LeaseInput } from '@millrace/contracts/worker'
import { onTestFinished } from 'vitest'
import { openGateway } from '../gateway/gateway.ts'
import { runJob } from '../job/run-job.ts'
import { processPool } from '../process/process-pool.ts'
import type { StepLimits } from '../process/step-limits.ts'

/** A job to run. All properties except the function name and the version have defaults. */
export interface TestJob extends Partial<Lease> {
  functionName: string
  version: string
}

/** The worker that runs the job, and how the server treats that worker. */
export interface TestWorker {
  entry: string
  limits: StepLimits
  /** The content of each input. */
  content?: string
  /**
   * If set, the server replies only to downloads of inputs. For other requests, it sends nothing, or closes the
   * connection.
   */
  cut?: 'silent' | 'closed'
}

/**
 * Runs a job, with its step in a separate process. Returns how the worker settled the job, and the job's folder
 * afterwards.
 */
export async function settles(job: TestJob, { entry, limits, content = '', cut }: TestWorker) {
  const calls: { call: string; body: Failure & Completion }[] = []
  const server = http.createServer(async (request, reply) => {
    if (request.method === 'GET') return void reply.end(content)
    const sent = await text(request)
    if (request.method === 'POST') calls.push({ call: request.url?.split('/').at(-1) ?? '', body: JSON.parse(sent) })
    if (cut === 'closed') request.socket.destroy()
    if (cut) return
    reply.end(JSON.stringify({ leaseMs: 30_000 }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway = openGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key')
  const folder = await mkdtemp(join(tmpdir(), 'millrace-hostile-'))
  const pool = processPool({ entry, cwd: folder, size: 1, limits })
  onTestFinished(async () => {
    pool.close()
    gateway.close()
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  })

  await runJob(
    { ...LEASE, jobName: job.functionName, ...job },
    { gateway, pool, folder, shutdown: NEVER, next: () => undefined },
  )
  const settled = calls.filter(({ call }) => call === 'fail' || call === 'complete')
  return { settled: settled.map(({ call, body }) => [call, body.kind, body.message]), calls, folder }
}

/** Returns an input of the job with this content, as CSV. */
export function inputWith(slot: string, name: string, content: string): LeaseInput {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { slot, index: 0, name, mediaType: 'text/csv', sizeInBytes: content.length, sha256, path: `/inputs/${slot}/0` }
}

const NEVER = new AbortController().signal

const LEASE = {
  id: '0199c1a0-0000-7000-8000-000000000001',
  token: '0199c1a0-0000-7000-8000-000000000002',
  attempt: 1,
  ownerId: '0199c1a0-0000-7000-8000-000000000004',
  stepId: '0199c1a0-0000-7000-8000-000000000003',
  parameters: {},
  inputs: [],
  outputs: [{ slot: 'out', mediaType: '', maxSlots: 1 }],
  leaseMs: 30_000,
  heartbeatMs: 3_000,
  timeLimitMs: 60_000,
  storageBytesLeft: null,
}
