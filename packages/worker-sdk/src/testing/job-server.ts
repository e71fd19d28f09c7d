import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Failure, Lease } from '@millrace/contracts/worker'
import { onTestFinished } from 'vitest'
import { openGateway } from '../gateway/gateway.ts'
import { runJob } from '../job/run-job.ts'
import { processPool } from '../process/process-pool.ts'

const STEPS = join(import.meta.dirname, 'hostile-steps.ts')

/** Runs a job of a hostile step in a real process and returns how its worker settled it. */
export async function settles(functionName: string, change: Partial<Lease> = {}) {
  const calls: { call: string; body: Failure }[] = []
  const server = http.createServer(async (request, reply) => {
    calls.push({ call: request.url?.split('/').at(-1) ?? '', body: JSON.parse((await text(request)) || '{}') })
    reply.end(JSON.stringify({ leaseMs: 30_000 }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway = openGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key')
  const folder = await mkdtemp(join(tmpdir(), 'millrace-hostile-'))
  const pool = processPool({ entry: STEPS, cwd: folder, size: 1 })
  onTestFinished(async () => {
    pool.close()
    gateway.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  await runJob(leaseOf(functionName, change), { gateway, pool, folder, shutdown: new AbortController().signal })
  const settled = calls.filter(({ call }) => call === 'fail' || call === 'complete')
  return { settled: settled.map(({ call, body }) => [call, body.kind, body.message]), folder }
}

function leaseOf(functionName: string, change: Partial<Lease>): Lease {
  return {
    id: '0199c1a0-0000-7000-8000-000000000001',
    token: '0199c1a0-0000-7000-8000-000000000002',
    attempt: 1,
    jobName: functionName,
    stepId: '0199c1a0-0000-7000-8000-000000000003',
    functionName,
    version: '1.0.0',
    parameters: {},
    inputs: [],
    outputs: [{ slot: 'out', mediaType: '', maxSlots: 1 }],
    leaseMs: 30_000,
    heartbeatMs: 3_000,
    timeLimitMs: 60_000,
    ...change,
  }
}
