import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { SIREN_TYPE } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

const api = await testApi()
const [step = ''] = await (await testWorker(api)).registers(manifest('clean'))
const alice = await api.signUp()
const job = await hasJob(alice, step, 'ReadyForProcessing')

/** Sends a request without the checks of the test client, which expects uncompressed documents. */
async function ask(path: string, encoding: string | undefined, more: Record<string, string> = {}) {
  const cookie = [...alice.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, host: 'localhost:3000', ...(encoding && { 'accept-encoding': encoding }), ...more }
  const reply = await api.app.fetch(new Request(new URL(path, 'http://localhost:3000'), { headers }))
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}

describe('a document', () => {
  it.each([
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.5', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0, br;q=0', null],
    ['identity', null],
    ['*', null],
    ['zstd, nonsense;;q=x,,', null],
    [undefined, null],
  ])('is sent in the preferred encoding: %s', async (accepted, encoding) => {
    const plain = await ask(job, undefined)

    const { reply, bytes } = await ask(job, accepted)

    expect(reply.headers.get('content-encoding')).toBe(encoding)
    expect(reply.headers.get('vary')).toContain('Accept-Encoding')
    expect(reply.headers.get('content-type')).toBe(SIREN_TYPE)
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(text.equals(plain.bytes)).toBe(true)
    if (encoding) expect(bytes.length).toBeLessThan(plain.bytes.length / 3)
  })

  it('is not compressed if it is small', async () => {
    const { reply } = await ask('/api/EntryPoint', 'gzip, br')

    expect(reply.headers.get('content-encoding')).toBeNull()
    expect(reply.headers.get('vary')).toContain('Accept-Encoding')
  })
})

describe('the server does not compress', () => {
  it('files or parts of files, because their bytes and length must stay as stored', async () => {
    const data = await uploads(alice, 'long.json', JSON.stringify(Array.from({ length: 2000 }, () => 'again')))

    const whole = await ask(`${data}/Download`, 'gzip, br')
    const part = await ask(`${data}/Download`, 'gzip, br', { range: 'bytes=0-1999' })

    expect([whole.reply.status, whole.reply.headers.get('content-encoding')]).toEqual([200, null])
    expect([part.reply.status, part.reply.headers.get('content-encoding'), part.bytes.length]).toEqual([
      206,
      null,
      2000,
    ])
  })

  it('replies that may contain secrets: keys, sessions, accounts', async () => {
    for (let index = 0; index < 12; index++) {
      expect((await alice.post(`/api/keys?note=${'n'.repeat(200)}`)).status).toBe(201)
    }

    for (const path of ['/api/keys', '/api/auth/get-session', '/api/auth/list-sessions', '/api/user/grants']) {
      const reply = await alice.get(path, { 'accept-encoding': 'gzip, br' })
      expect([path, reply.status, reply.headers.get('content-encoding')]).toEqual([path, 200, null])
    }
  })

  it('event streams', async () => {
    const reply = await alice.get('/api/Events', { 'accept-encoding': 'gzip, br' })

    expect([reply.headers.get('content-type'), reply.headers.get('content-encoding')]).toEqual([
      'text/event-stream',
      null,
    ])
    await reply.body?.cancel()
  })
})
