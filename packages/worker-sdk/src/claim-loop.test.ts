import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ClaimReply, ClaimRequest, Lease, NextClaim } from '@millrace/contracts/worker'
import { expect, it, onTestFinished } from 'vitest'
import { claimJobs } from './claim-loop.ts'
import { type Gateway, openGateway } from './gateway/gateway.ts'

/** Returns a gateway that answers claims with these replies in turn. Later claims fail. */
async function answering(...replies: (ClaimReply | undefined)[]): Promise<{ gateway: Gateway; asked: ClaimRequest[] }> {
  const asked: ClaimRequest[] = []
  const server = http.createServer(async (request, reply) => {
    const answer = replies[asked.length]
    asked.push(JSON.parse(await text(request)) as ClaimRequest)
    reply.statusCode = answer ? 200 : 503
    reply.end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway = openGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key')
  onTestFinished(() => {
    gateway.close()
    server.close()
  })
  return { gateway, asked }
}

const WORKER = {
  worker: 'test',
  stepIds: ['a step'],
  concurrency: 1,
  perOwner: 1,
  stepNetwork: () => 'none' as const,
  onFault: () => {},
}

it('asks an unreachable server for an immediate reply, to detect when it is back', async () => {
  const answered = Promise.withResolvers<void>()
  const { gateway, asked } = await answering(undefined, { leases: [] })
  const stop = new AbortController()

  const claiming = claimJobs(gateway, {
    ...WORKER,
    signal: stop.signal,
    run: async () => undefined,
    onAnswer: () => answered.resolve(),
  })
  await answered.promise
  stop.abort()
  await claiming

  expect(asked.slice(0, 2)).toMatchObject([
    { waitMs: 25_000, stepNetwork: 'none' },
    { waitMs: 0, stepNetwork: 'none' },
  ])
})

it('runs the jobs that completions claim, without separate claims', async () => {
  const [first, second, third] = ['1', '2', '3'].map((id) => ({ id }) as Lease)
  const { gateway, asked } = await answering({ leases: [first!] })
  const stop = new AbortController()
  const ran: [string, NextClaim | undefined][] = []
  const after: Record<string, Lease | undefined> = { 1: second, 2: third }

  await claimJobs(gateway, {
    ...WORKER,
    concurrency: 2,
    signal: stop.signal,
    onAnswer: () => {},
    run: async (lease, next) => {
      if (lease.id === third?.id) stop.abort()
      ran.push([lease.id, next()])
      return after[lease.id]
    },
  })

  const wanted = { worker: 'test', stepIds: ['a step'], max: 1, perOwner: 1 }
  expect(ran).toEqual([
    ['1', wanted],
    ['2', wanted],
    ['3', undefined],
  ])
  expect(asked.filter(({ max }) => max === 2)).toHaveLength(1)
})
