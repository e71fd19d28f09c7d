import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ClaimRequest } from '@millrace/contracts/worker'
import { expect, it } from 'vitest'
import { claimJobs } from './claim-loop.ts'
import { openGateway } from './gateway/gateway.ts'

it('asks an unreachable server for an immediate reply, to detect when it is back', async () => {
  const asked: number[] = []
  const answered = Promise.withResolvers<void>()
  const server = http.createServer(async (request, reply) => {
    asked.push((JSON.parse(await text(request)) as ClaimRequest).waitMs)
    reply.statusCode = asked.length === 1 ? 503 : 200
    reply.end(JSON.stringify({ leases: [] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gateway = openGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'key')
  const stop = new AbortController()

  const claiming = claimJobs(gateway, {
    worker: 'test',
    stepIds: ['a step'],
    concurrency: 1,
    perOwner: 1,
    signal: stop.signal,
    run: async () => {},
    onFault: () => {},
    onAnswer: () => answered.resolve(),
  })
  await answered.promise
  stop.abort()
  await claiming
  gateway.close()
  server.close()

  expect(asked.slice(0, 2)).toEqual([25_000, 0])
})
