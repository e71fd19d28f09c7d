import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { announce, begins, digestOf, send, TUS } from '#testing/partial-uploads.ts'

const api = await testApi()

/** Sends only the hash of a whole file. */
const sendDigest = (client: TestClient, upload: string, whole: Uint8Array) =>
  client.request('PATCH', upload, {
    headers: {
      ...TUS,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'repr-digest': digestOf(whole),
    },
  })

describe('an upload in parts of content that is stored already', () => {
  it('completes without its bytes if the owner already has the same content', async () => {
    const mara = await api.signUp()
    const bytes = randomBytes(5000)
    await send(mara, await begins(mara, bytes.length), 0, bytes)
    const announced = await announce(mara, bytes.length, { filename: 'again.bin', tags: '["second"]' })
    expect(announced.headers.get('upload-size-known')).toBe('true')
    const upload = new URL(announced.headers.get('location') ?? '').pathname

    const linked = await sendDigest(mara, upload, bytes)

    expect([linked.status, linked.headers.get('upload-offset')]).toEqual([204, '5000'])
    expect((await sendDigest(mara, upload, bytes)).headers.get('location')).toBe(linked.headers.get('location'))
    const data = new URL(linked.headers.get('location') ?? '').pathname
    const { properties } = await mara.read<{ properties: object }>(data)
    expect(properties).toMatchObject({ Name: 'again.bin', Tags: ['second'], SizeInBytes: 5000, Kind: 'ClientUpload' })
    expect(Buffer.from(await (await mara.get(`${data}/Download`)).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('sec/E2 requires its bytes if only others have the same content', async () => {
    const [mara, mallory] = await Promise.all([api.signUp(), api.signUp()])
    const bytes = randomBytes(5000)
    await send(mara, await begins(mara, bytes.length), 0, bytes)
    const announced = await announce(mallory, bytes.length)
    expect(announced.headers.get('upload-size-known')).toBeNull()
    const upload = new URL(announced.headers.get('location') ?? '').pathname

    const reply = await sendDigest(mallory, upload, bytes)

    expect([reply.headers.get('upload-offset'), reply.headers.get('location')]).toEqual(['0', null])
    const sent = await send(mallory, upload, 0, bytes)
    expect(sent.headers.get('location')).not.toBeNull()
  })

  it('requires its bytes if the stored content is lost', async () => {
    const mara = await api.signUp()
    const bytes = randomBytes(5000)
    await send(mara, await begins(mara, bytes.length), 0, bytes)
    await api.deps.storage.delete(createHash('sha256').update(bytes).digest('hex'))
    const upload = await begins(mara, bytes.length)

    expect((await sendDigest(mara, upload, bytes)).headers.get('upload-offset')).toBe('0')
    expect((await send(mara, upload, 0, bytes)).headers.get('location')).not.toBeNull()
  })
})
