import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { retryWhenBusy } from './retry-when-busy.ts'

/** The next replies of the server, in order: a status and the seconds in `Retry-After`. */
const replies: [status: number, retryAfter?: number][] = []
const server = createServer((_request, response) => {
  const [status, retryAfter] = replies.shift() ?? [200]
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  response.writeHead(status).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

const { port } = server.address() as AddressInfo
const send = () => fetch(`http://127.0.0.1:${port}`)

describe('a request', () => {
  it('is repeated while the server has too many requests of this user', async () => {
    replies.push([429, 0], [429, 0])

    expect((await retryWhenBusy(send)).status).toBe(200)
  })

  it('is refused in the end if the server still has too many', async () => {
    replies.push([429, 0], [429, 0], [429, 0], [429, 0])

    expect((await retryWhenBusy(send)).status).toBe(429)
    expect(replies).toEqual([])
  })

  it.each([
    ['a long wait', [429, 60]],
    ['no time to wait', [429]],
    ['another refusal', [503, 0]],
  ] as const)('is not repeated after %s', async (_what, [status, retryAfter]) => {
    replies.push([status, retryAfter])

    expect((await retryWhenBusy(send)).status).toBe(status)
  })

  it('is not repeated after it was aborted', async () => {
    replies.push([429, 0])
    const abort = new AbortController()
    abort.abort()

    await expect(retryWhenBusy(send, abort.signal)).rejects.toThrow('aborted')
  })
})
