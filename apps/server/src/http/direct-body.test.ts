import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testApi } from '#testing/api.ts'
import { sendDirectly } from './direct-body.ts'

const api = await testApi()
const handle = sendDirectly(api.app.fetch)
const replies: string[] = []
const server = serve({
  async fetch(request, env) {
    const reply = await handle(request, env)
    replies.push(inspect(reply))
    return reply
  },
  hostname: '127.0.0.1',
  port: 0,
})
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => new Promise((resolve) => server.close(resolve)))

const alice = await api.signUp()
const { key } = (await (await alice.request('POST', '/api/keys')).json()) as { key: string }
const bytes = randomBytes(20_000_003)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const file = new File([bytes], 'levels.bin', { type: 'application/octet-stream' })
const form = new FormData()
form.append('files', file)
const made = await alice.request('POST', '/api/WorkData/UploadWorkData', { body: form })
const download = new URL(`${made.headers.get('location')}/Download`).pathname

async function ask(headers: Record<string, string> = {}, path = download): Promise<IncomingMessage> {
  const sent = get({
    host: '127.0.0.1',
    port,
    path,
    headers: { host: `localhost:${port}`, 'x-api-key': key, ...headers },
  })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  sent.on('error', () => {}) // the response reports that the connection was cut
  return response
}

it('a document is sent as the text that it is, not as a Web stream', async () => {
  const response = await ask({}, '/api/EntryPoint')

  expect([response.statusCode, await json(response)]).toEqual([200, expect.objectContaining({ class: ['EntryPoint'] })])
  expect(response.headers).toMatchObject({ 'x-request-id': expect.stringMatching(/./), 'cache-control': 'no-store' })
  expect(replies.at(-1)).toContain('nativeResponse: undefined')
})

/** Returns this process’s open descriptors of the stored file. */
async function openContents(): Promise<string[]> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target.endsWith(`/${sha256}`))
}

describe('a download over a connection', () => {
  it('has all bytes, and the headers of every reply', async () => {
    const response = await ask()

    expect((await buffer(response)).equals(bytes)).toBe(true)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/./),
    })
  })

  it('has the bytes of a range', async () => {
    const response = await ask({ range: 'bytes=1000000-9000000' })

    expect(response.statusCode).toBe(206)
    expect((await buffer(response)).equals(bytes.subarray(1_000_000, 9_000_001))).toBe(true)
  })

  it('closes the file when the client leaves', async () => {
    const response = await ask()
    await once(response, 'readable')

    response.destroy()

    await vi.waitFor(async () => expect(await openContents()).toEqual([]), { timeout: 5000 })
  })

  it('sec/G4 ends within seconds when its key is disabled, and the server keeps running', {
    timeout: 20_000,
  }, async () => {
    const own = (await (await alice.request('POST', '/api/keys')).json()) as { id: string; key: string }
    const response = await ask({ 'x-api-key': own.key })
    await once(response, 'readable')

    await alice.request('PUT', `/api/keys/${own.id}`, { body: { active: false } })

    await vi.waitFor(async () => expect(await openContents()).toEqual([]), { timeout: 10_000 })
    await expect(buffer(response)).rejects.toThrow()
    expect((await buffer(await ask())).length).toBe(bytes.length)
  })
})
