import { randomBytes } from 'node:crypto'
import { stat, utimes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { LIMITS, PLANS } from '@millrace/contracts/limits'
import type { ResumableUploadsProperties } from '@millrace/contracts/work-data'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { announce, base64, begins, digestOf, send, TUS } from '#testing/partial-uploads.ts'

const api = await testApi()

const codeOf = async (reply: Response) => ((await reply.json()) as { code: string }).code

const offsetOf = async (client: TestClient, upload: string) =>
  (await client.request('HEAD', upload, { headers: TUS })).headers.get('upload-offset')

const partOf = (upload: string) => api.deps.storage.partial.path(upload.split('/').at(-1) ?? '')

/** Creates a body that never ends. `received` waits until the server has written the given bytes. */
function unfinished(upload: string, bytes: Uint8Array) {
  const received = expect.poll(async () => (await stat(partOf(upload))).size)
  return { body: new ReadableStream({ start: (to) => to.enqueue(bytes) }), received: () => received.toBe(bytes.length) }
}

/** Creates a body that breaks the connection after the server has written the given bytes. */
function broken(upload: string, bytes: Uint8Array, received = () => {}) {
  const file = partOf(upload)
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes)
      await expect.poll(async () => (await stat(file)).size).toBe(bytes.length)
      received()
      controller.error(new Error('The request was aborted.'))
    },
  })
}

describe('an upload in parts', () => {
  it('FLT17 is not stored if its content does not have the hash that comes with the last bytes', async () => {
    const mara = await api.signUp()
    const [bytes, damaged] = [Buffer.from('level\n211\n'), Buffer.from('level\n217\n')]
    const headers = { 'repr-digest': digestOf(bytes) }
    const upload = await begins(mara, bytes.length, { filename: 'levels.csv' })
    await send(mara, upload, 0, damaged.subarray(0, 4), headers)

    const refused = await send(mara, upload, 4, damaged.subarray(4), headers)

    expect(refused.status).toBe(400)
    expect((await refused.json()) as object).toMatchObject({
      detail: 'The SHA-256 of levels.csv doesn’t match its Repr-Digest. It was not stored. Upload it again.',
    })
    expect((await mara.request('HEAD', upload, { headers: TUS })).status).toBe(404)
    const { rows } = await api.db.pool.query('select used_bytes::int as used from owner where id = $1', [mara.publicId])
    expect(rows).toEqual([{ used: 0 }])
    const whole = await send(mara, await begins(mara, bytes.length), 0, bytes, headers)
    expect(whole.headers.get('location')).not.toBeNull()
  })

  it('FLT17 is not stored if the connection is lost between the last byte and the check of its hash', async () => {
    const mara = await api.signUp()
    const [bytes, damaged] = [Buffer.from('level\n211\n'), new Uint8Array(Buffer.from('level\n217\n'))]
    const upload = await begins(mara, bytes.length, { filename: 'levels.csv' })
    await send(mara, upload, 0, broken(upload, damaged), { 'repr-digest': digestOf(bytes) })

    const resumed = await mara.request('HEAD', upload, { headers: TUS })

    expect([resumed.status, resumed.headers.get('location')]).toEqual([400, null])
    expect((await mara.request('HEAD', upload, { headers: TUS })).status).toBe(404)
  })

  it('becomes work data with its name, type and tags when its last byte has arrived', async () => {
    const mara = await api.signUp()
    const bytes = Buffer.from('level;discharge\n211;1842\n')
    const metadata = { filename: 'köln.csv', filetype: 'text/csv', tags: '["station=köln"]' }
    const upload = await begins(mara, bytes.length, metadata)

    const first = await send(mara, upload, 0, bytes.subarray(0, 10))
    const last = await send(mara, upload, 10, bytes.subarray(10))

    expect([first.status, first.headers.get('upload-offset'), first.headers.get('location')]).toEqual([204, '10', null])
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(bytes.length)])
    const data = new URL(last.headers.get('location') ?? '').pathname
    expect((await mara.read<{ properties: object }>(data)).properties).toMatchObject({
      Name: 'köln.csv',
      MediaType: 'text/csv',
      SizeInBytes: bytes.length,
      Tags: ['station=köln'],
      Kind: 'ClientUpload',
    })
    expect(Buffer.from(await (await mara.get(`${data}/Download`)).arrayBuffer())).toEqual(bytes)
  })

  it('is listed for its account, with its fingerprint, until it is complete', async () => {
    const [mara, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const upload = await begins(mara, 4, { filename: 'levels.csv', fingerprint: 'levels.csv|4|1|ab' })
    const listed = async (client: TestClient) =>
      (await client.read<{ properties: ResumableUploadsProperties }>('/api/Uploads')).properties.Unfinished

    const before = await listed(mara)
    const others = await listed(mallory)
    await send(mara, upload, 0, 'data')

    expect(before).toEqual([
      {
        UploadUrl: expect.stringContaining(upload),
        Name: 'levels.csv',
        SizeInBytes: 4,
        Fingerprint: 'levels.csv|4|1|ab',
        IsReceiving: false,
      },
    ])
    expect([others, await listed(mara)]).toEqual([[], []])
  })

  it('is listed as being received while another server on the same storage writes its bytes', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)
    const isReceiving = async () =>
      (await mara.read<{ properties: ResumableUploadsProperties }>('/api/Uploads')).properties.Unfinished[0]
        ?.IsReceiving
    const changed = async (ago: number) => {
      const at = (Date.now() - ago) / 1000
      await utimes(partOf(upload), at, at)
      return isReceiving()
    }

    expect(await isReceiving()).toBe(false)
    expect(await changed(-1000)).toBe(true)
    expect(await changed(20_000)).toBe(false)
  })

  it.each([
    ['continues it', 'HEAD', 'continued-elsewhere'],
    ['discards it', 'DELETE', 'conflict'],
  ] as const)('tells its client if another client %s', async (_, method, code) => {
    const mara = await api.signUp()
    const upload = await begins(mara, 300_000)
    const { body, received } = unfinished(upload, new Uint8Array(100_000))
    const first = send(mara, upload, 0, body)
    await received()

    const { status } = await mara.request(method, upload, { headers: TUS })

    expect(status).toBeLessThan(300)
    expect(await codeOf(await first)).toBe(code)
  })

  it('reports the hash of the received bytes on request', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 10)
    await send(mara, upload, 0, 'level')
    const digest = async (wanted: string) =>
      (await mara.request('HEAD', upload, { headers: { ...TUS, 'want-repr-digest': wanted } })).headers.get(
        'repr-digest',
      )

    expect(await digest('sha-512=3, sha-256=10')).toBe(digestOf('level'))
    expect(await digest('sha-256=0')).toBeNull()
    await send(mara, upload, 5, ';flow')
    expect(await digest('sha-256=10')).toBe(digestOf('level;flow'))
  })

  it('keeps what arrived before the connection broke', async () => {
    const mara = await api.signUp()
    const bytes = randomBytes(300_000)
    const upload = await begins(mara, bytes.length)

    const cut = await send(mara, upload, 0, broken(upload, new Uint8Array(bytes.subarray(0, 200_000))))

    expect(await codeOf(cut)).toBe('conflict')
    expect(await offsetOf(mara, upload)).toBe('200000')
    const rest = await send(mara, upload, 200_000, bytes.subarray(200_000))
    const data = new URL(rest.headers.get('location') ?? '').pathname
    expect(Buffer.from(await (await mara.get(`${data}/Download`)).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('does not slow down the uploads of others while it receives many bytes', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 3_000_000)
    let isInTheWay: Promise<void> | undefined
    const body = broken(upload, new Uint8Array(2_000_000), () => {
      isInTheWay = api.deps.lanes.foreground.giveWay('another owner', 1000)
    })

    await send(mara, upload, 0, body)

    expect(await offsetOf(mara, upload)).toBe('2000000')
    expect(isInTheWay).toBeUndefined()
  })

  it('returns the URL of the work data to a client that missed the last reply, and records it once', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)
    const sent = await send(mara, upload, 0, 'data')

    const asked = await mara.request('HEAD', upload, { headers: TUS })
    const again = await send(mara, upload, 4, '')

    for (const reply of [asked, again]) expect(reply.headers.get('location')).toBe(sent.headers.get('location'))
    expect(asked.headers.get('upload-length')).toBe('4')
  })

  it('may start with the request that creates it, as some clients do', async () => {
    const mara = await api.signUp()
    const create = (length: number) =>
      mara.request('POST', '/api/Uploads', {
        body: 'data',
        headers: {
          ...TUS,
          'upload-length': String(length),
          'upload-metadata': `filename ${base64('data.bin')}`,
          'content-type': 'application/offset+octet-stream',
        },
      })

    const begun = await create(8)
    const whole = await create(4)

    for (const reply of [begun, whole]) expect([reply.status, reply.headers.get('upload-offset')]).toEqual([201, '4'])
    const [upload = '', complete = ''] = [begun, whole].map(
      ({ headers }) => new URL(headers.get('location') ?? '').pathname,
    )
    expect((await send(mara, upload, 4, 'base')).headers.get('location')).not.toBeNull()
    expect((await mara.request('HEAD', complete, { headers: TUS })).headers.get('location')).toContain('/api/WorkData/')
  })

  it('cannot be deleted when it is complete', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)
    const sent = await send(mara, upload, 0, 'data')

    const refused = await mara.request('DELETE', upload, { headers: TUS })

    expect([refused.status, await codeOf(refused)]).toEqual([409, 'conflict'])
    expect((await mara.get(new URL(sent.headers.get('location') ?? '').pathname)).status).toBe(200)
  })

  it('needs its length when it is created', async () => {
    const mara = await api.signUp()

    const refused = await mara.request('POST', '/api/Uploads', { headers: { ...TUS, 'upload-defer-length': '1' } })

    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('Deferred lengths are not supported'),
    })
  })

  it('reports its capabilities on request', async () => {
    const mara = await api.signUp()

    const { status, headers } = await mara.request('OPTIONS', '/api/Uploads')

    expect([status, headers.get('tus-version'), headers.get('tus-extension')]).toEqual([
      204,
      '1.0.0',
      'creation,creation-with-upload,termination',
    ])
  })

  it('completes when asked, if the server stopped after the last byte', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)
    const id = upload.split('/').at(-1) ?? ''
    await api.deps.storage.partial.append(id, Readable.from([Buffer.from('data')]), { offset: 0, maxBytes: 4 })

    const asked = await mara.request('HEAD', upload, { headers: TUS })

    const data = new URL(asked.headers.get('location') ?? '').pathname
    expect(await (await mara.get(`${data}/Download`)).text()).toBe('data')
  })

  it('refuses bytes at another offset, and a part beyond the announced length', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)
    await send(mara, upload, 0, 'da')

    const wrong = await send(mara, upload, 1, 'ata')
    const long = await send(mara, upload, 2, 'ta and more', { 'content-length': '11' })
    const last = await send(mara, upload, 2, 'ta')

    expect([wrong.status, await codeOf(wrong)]).toEqual([409, 'conflict'])
    expect([long.status, await codeOf(long)]).toEqual([413, 'too-large'])
    const data = new URL(last.headers.get('location') ?? '').pathname
    expect(await (await mara.get(`${data}/Download`)).text()).toBe('data')
  })

  it('is sent and removed by POST from networks that block other methods', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)
    const post = (method: string) => send(mara, upload, 0, 'da', { 'x-http-method-override': method }, 'POST')

    const [sent, none] = [await post('PATCH'), await post('PUT')]
    const removed = await post('DELETE')

    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '2'])
    expect([none.status, await codeOf(none)]).toEqual([405, 'method-not-allowed'])
    expect([removed.status, await offsetOf(mara, upload)]).toEqual([204, null])
  })

  it('records one file if two requests send its last bytes', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 4)

    const replies = await Promise.all([send(mara, upload, 0, 'data'), send(mara, upload, 0, 'data')])

    // The second request aborts the first, even if the first has sent its last byte. Clients then request the offset.
    expect(replies.every(({ status }) => status === 204 || status === 409)).toBe(true)
    expect((await mara.request('HEAD', upload, { headers: TUS })).headers.get('location')).not.toBeNull()
    const { rows } = await asSystem(api.db, (tx) =>
      tx.query('select 1 from work_data where owner_id = $1', [mara.publicId]),
    )
    expect(rows).toHaveLength(1)
  })

  it('reserves its whole size, until it is deleted', async () => {
    const mara = await api.signUp()
    await api.db.pool.query('update owner set used_bytes = $2 where id = $1', [
      mara.publicId,
      PLANS.free.storageBytes - 1000,
    ])
    const upload = await begins(mara, 600)

    const refused = await announce(mara, 600)
    expect([refused.status, await codeOf(refused)]).toEqual([507, 'over-quota'])
    expect((await mara.request('DELETE', upload, { headers: TUS })).status).toBe(204)

    expect((await announce(mara, 600)).status).toBe(201)
    expect((await mara.request('HEAD', upload, { headers: TUS })).status).toBe(404)
  })

  it('keeps no bytes of a part for which no storage is left', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 600)
    // The reservation has expired, and other files have used up the storage.
    await asSystem(api.db, (tx) => tx.query('delete from storage_reservation where owner_id = $1', [mara.publicId]))
    await api.db.pool.query('update owner set used_bytes = $2 where id = $1', [mara.publicId, PLANS.free.storageBytes])

    const refused = await send(mara, upload, 0, Buffer.from('211;'))

    expect([refused.status, await codeOf(refused)]).toEqual([507, 'over-quota'])
    expect(await offsetOf(mara, upload)).toBe('0')
  })

  it('sec/J1 is refused while too many others are unfinished', async () => {
    const mara = await api.signUp()
    const first = await begins(mara, 1)
    // Inserted directly, because creating this many uploads by requests would take half a minute.
    await asSystem(api.deps.db, (tx) =>
      tx.query(
        `insert into storage_reservation (id, owner_id, bytes, expires_at)
         select gen_random_uuid(), owner_id, bytes, expires_at from storage_reservation, generate_series(2, $2)
         where owner_id = $1`,
        [mara.publicId, LIMITS.partialUploadsMax],
      ),
    )

    const refused = await announce(mara, 1)
    await mara.request('DELETE', first, { headers: TUS })

    expect([refused.status, await codeOf(refused)]).toEqual([507, 'over-quota'])
    expect((await announce(mara, 1)).status).toBe(201)
  })

  it('sec/E2 of another owner is not found', async () => {
    const [mara, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const upload = await begins(mara, 4)

    const replies = await Promise.all([
      mallory.request('HEAD', upload, { headers: TUS }),
      send(mallory, upload, 0, 'data'),
      mallory.request('DELETE', upload, { headers: TUS }),
    ])

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await offsetOf(mara, upload)).toBe('0')
  })

  it.each([
    ['no bytes', 0, { filename: 'a.csv' }, 422],
    ['more bytes than the plan allows', PLANS.free.fileBytes + 1, { filename: 'a.csv' }, 413],
    ['no name', 5, {}, 422],
    ['a path as name', 5, { filename: '../a.csv' }, 422],
    ['tags that are not JSON', 5, { filename: 'a.csv', tags: '[' }, 400],
  ])('is refused with %s', async (_, length, metadata, status) => {
    const mara = await api.signUp()

    expect((await announce(mara, length, metadata as unknown as Record<string, string>)).status).toBe(status)
  })
})
