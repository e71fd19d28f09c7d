import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { serve } from '@hono/node-server'
import { asSystem } from '@millrace/db/act'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'

const api = await testApi()
const server = serve({ fetch: api.app.fetch, hostname: '127.0.0.1', port: 0 })
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => new Promise((resolve) => server.close(resolve)))

const key = await keyOfSomebody()

const FILE = 'Content-Disposition: form-data; name="files"; filename="a.csv"'
const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`
const BODY = `${part('Content-Disposition: form-data; name="tags"', '["river=rhine"]')}${part(FILE, 'a,b\r\n1,2')}--b--\r\n`

async function keyOfSomebody(): Promise<string> {
  const somebody = await api.signUp()
  const { key } = (await (await somebody.post('/api/keys')).json()) as { key: string }
  return key
}

interface Sent {
  as?: string
  endsEarly?: boolean
}

/** Sends an upload byte for byte as given, and returns the status of the first response. */
async function send(body: Buffer, headers: readonly string[], { as = key, endsEarly = false }: Sent = {}) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the response shows the outcome
  const head = ['POST /api/WorkData/UploadWorkData HTTP/1.1', `Host: localhost:${port}`, `X-Api-Key: ${as}`]
  const all = [...head, 'Connection: close', 'Content-Type: multipart/form-data; boundary=b', ...headers]
  socket.write(Buffer.concat([Buffer.from(`${all.join('\r\n')}\r\n\r\n`), body]))
  if (endsEarly) socket.end()
  const reply = (await buffer(socket)).toString('latin1')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0)
}

const lengthOf = (body: string | Buffer, more = 0) => `Content-Length: ${Buffer.byteLength(body) + more}`

async function stored(): Promise<number> {
  const { rows } = await asSystem(api.deps.db, (tx) =>
    tx.query<{ files: number }>('select count(*)::int as files from work_data'),
  )
  return rows[0]?.files ?? -1
}

const temporaryFiles = () => readdir(path.join(api.deps.env.MILLRACE_DATA, 'objects', 'tmp')).catch(() => [])

type Change = (bytes: Buffer) => Buffer

const at = fc.nat({ max: BODY.length - 1 })
const pieces = ['\r\n', '\r', '--b', '--b--', '\0', '\r\n\r\n', ': ', '"', 'filename="c.csv"', '\ufeff', '%00', FILE]

/** One change to a body: bytes are lost, duplicated, replaced or added, or the rest is cut off. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(at, at).map(
    ([from, to]): Change =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
  ),
  fc.tuple(at, fc.uint8Array({ minLength: 1, maxLength: 20 })).map(
    ([from, more]): Change =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, from), more, bytes.subarray(from + more.length)]),
  ),
  fc.tuple(at, fc.constantFrom(...pieces)).map(
    ([from, more]): Change =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, from), Buffer.from(more), bytes.subarray(from)]),
  ),
  at.map(
    (from): Change =>
      (bytes) =>
        bytes.subarray(0, from),
  ),
)

describe('FLT17 an upload over a connection', () => {
  it('is stored if it is complete', async () => {
    const before = await stored()

    expect(await send(Buffer.from(BODY), [lengthOf(BODY)])).toBe(201)

    expect(await stored()).toBe(before + 1)
  })

  it.each([
    ['a length before its end', BODY, [lengthOf(BODY, -5)]],
    ['a length in the middle of its file', BODY, [lengthOf(BODY, -18)]],
    ['a negative length', BODY, ['Content-Length: -1']],
    ['no number as its length', BODY, ['Content-Length: many']],
    ['two lengths', BODY, [lengthOf(BODY), lengthOf(BODY, 1)]],
    [
      'a length and chunks',
      `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
      [lengthOf(BODY), 'Transfer-Encoding: chunked'],
    ],
    ['a chunk without a size', `x\r\n${BODY}\r\n0\r\n\r\n`, ['Transfer-Encoding: chunked']],
    ['no filename', `${part('Content-Disposition: form-data; name="files"', 'a,b')}--b--\r\n`, []],
    ['an empty filename', `${part('Content-Disposition: form-data; name="files"; filename=""', 'a,b')}--b--\r\n`, []],
    ['no header in its part', '--b\r\n\r\na,b\r\n--b--\r\n', []],
    ['its end among the headers of its first part', `--b\r\n${FILE}\r\n--b--\r\n${BODY}`, []],
    ['no name of its part', `${part('Content-Disposition: form-data', 'a,b')}--b--\r\n`, []],
  ] as const)('is refused and stores nothing with %s', async (_what, body, headers) => {
    const before = await stored()

    const status = await send(Buffer.from(body), headers.length > 0 ? headers : [lengthOf(body)])

    expect(status).toBe(400)
    expect(await stored()).toBe(before)
    expect(await temporaryFiles()).toEqual([])
  })

  it.each([
    ['its length', [lengthOf(BODY, 100)], BODY],
    ['its last chunk', ['Transfer-Encoding: chunked'], `${BODY.length.toString(16)}\r\n${BODY}\r\n`],
  ])('stores nothing if it ends before %s', async (_what, headers, body) => {
    const before = await stored()

    expect(await send(Buffer.from(body), headers, { endsEarly: true })).toBeOneOf([0, 400])

    await expect.poll(temporaryFiles).toEqual([])
    expect(await stored()).toBe(before)
  })

  it('is stored whole or not at all, whatever happened to its bytes', async () => {
    // A separate user, because the server delays users with unfinished uploads, such as those of other tests.
    const as = await keyOfSomebody()
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const before = await stored()
        const body = changes.reduce<Buffer>((bytes, apply) => apply(bytes), Buffer.from(BODY))

        const status = await send(body, [lengthOf(body)], { as })

        expect(status).toBeOneOf([201, 400])
        const files = (await stored()) - before
        // A body with changed bytes can be valid, but is stored as a different file.
        if (status === 201) expect(files).toBeGreaterThan(0)
        else expect(files).toBe(0)
        expect(await temporaryFiles()).toEqual([])
      }),
      { numRuns: IS_LONG ? 200 : 15 },
    )
    expect(await send(Buffer.from(BODY), [lengthOf(BODY)], { as })).toBe(201)
  })
})
