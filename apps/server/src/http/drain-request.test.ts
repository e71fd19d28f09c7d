import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi({
  lanes: { discards: { what: 'refused requests', perOwner: 1, total: 8, waiting: 40, waitMs: 60_000 } },
})
const server = serve({ fetch: api.app.fetch, hostname: '127.0.0.1', port: 0 })
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => new Promise((resolve) => server.close(resolve)))

const alice = await api.signUp()
const key = await keyOf(alice)

async function keyOf(client: typeof alice): Promise<string> {
  const made = await client.request('POST', '/api/keys')
  return ((await made.json()) as { key: string }).key
}

const MEGABYTE = Buffer.alloc(1_000_000, 'x')

/** Sends this many megabytes and reads the reply only afterwards, as many clients do. */
async function send(path: string, headers: Record<string, string>, head: string, megabytes: number) {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers: { host: `localhost:${port}`, ...headers },
  })
  const reply = once(sent, 'response')
  reply.catch(() => {})
  sent.write(head)
  for (let count = 0; count < megabytes; count++) if (!sent.write(MEGABYTE)) await once(sent, 'drain')
  sent.end()
  const [response] = (await reply) as [NodeJS.ReadableStream & { statusCode: number }]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, text }
}

const part = (name: string) =>
  `--b\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`

describe('a request that is refused before it has arrived', () => {
  it.each([
    [
      'a file with a bad name',
      '/api/WorkData/UploadWorkData',
      key,
      'multipart/form-data; boundary=b',
      part('a/b'),
      400,
    ],
    ['a wrong key', '/api/WorkData/UploadWorkData', 'mr_wrong', 'multipart/form-data; boundary=b', part('a'), 401],
    ['parameters that are too long', '/api/Job/CreateJob', key, 'application/json', '[', 413],
    ['an unknown address', '/api/Nothing', key, 'application/json', '[', 404],
  ])('receives the reason: %s', async (_what, path, sentKey, type, head, status) => {
    const reply = await send(path, { 'x-api-key': sentKey, 'content-type': type }, head, 40)

    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.text)).toMatchObject({ status, detail: expect.any(String) })
  })
})

describe('sec/J9 refused uploads of one owner', () => {
  it('P9 are discarded a few at a time, and do not delay those of other owners', async () => {
    const bob = await keyOf(await api.signUp())
    const refused = (sentKey: string) =>
      send(
        '/api/WorkData/UploadWorkData',
        { 'x-api-key': sentKey, 'content-type': 'multipart/form-data; boundary=b' },
        part('a/b'),
        10,
      )
    const endFirst = await api.deps.lanes.discards.enter(alice.publicId)
    let hasEnded = false
    const second = refused(key).finally(() => (hasEnded = true))

    const other = await refused(bob)
    const before = hasEnded
    endFirst()

    expect([other.status, before]).toEqual([400, false])
    expect((await second).status).toBe(400)
  })
})

describe('a part of an upload that a browser sends again', () => {
  it('is refused before it has arrived', async () => {
    const tus = { 'x-api-key': key, 'tus-resumable': '1.0.0' }
    const created = await alice.request('POST', '/api/Uploads', {
      headers: { ...tus, 'upload-length': '500000000', 'upload-metadata': `filename ${btoa('large.bin')}` },
    })
    const sent = request({
      host: '127.0.0.1',
      port,
      path: new URL(created.headers.get('location') ?? '').pathname,
      method: 'PATCH',
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '32000000' },
    })
    const reply = once(sent, 'response')
    let isAnswered = false
    sent.once('response', () => (isAnswered = true)).on('error', () => {})
    let megabytes = 0
    for (; megabytes < 400 && !isAnswered; megabytes += 1) {
      const drained = sent.write(MEGABYTE) ? undefined : once(sent, 'drain')
      // The server's reply is read before the next write, because that write may fail.
      await Promise.race([drained, reply])
      await eventLoopTurn()
    }

    const [response] = (await reply) as [NodeJS.ReadableStream & { statusCode: number }]
    expect(response.statusCode).toBe(409)
    expect(megabytes).toBeLessThan(200)
  })
})

describe('a client that disconnects', () => {
  it('leaves no partial file', async () => {
    const folder = path.join(api.deps.env.MILLRACE_DATA, 'objects', 'tmp')
    const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 5_000_000 }
    const sent = request({ host: '127.0.0.1', port, path: '/api/WorkData/UploadWorkData', method: 'POST', headers })
    sent.on('error', () => {})
    sent.write(part('a.csv'))
    sent.write(MEGABYTE)
    await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1)

    sent.destroy()

    await expect.poll(() => readdir(folder)).toEqual([])
  })
})
