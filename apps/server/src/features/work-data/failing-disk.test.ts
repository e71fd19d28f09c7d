import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { asSystem } from '@millrace/db/act'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testApi } from '#testing/api.ts'
import { formOf } from '#testing/jobs.ts'

const api = await testApi()
type Client = Awaited<ReturnType<typeof api.signUp>>

const TUS = { 'tus-resumable': '1.0.0' }
const FULL = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
const QUOTA = Object.assign(new Error('EDQUOT: disk quota exceeded'), { code: 'EDQUOT' })

const BYTES = { 'content-type': 'application/offset+octet-stream' }
const announcement = (length: number) => ({
  ...TUS,
  'upload-length': String(length),
  'upload-metadata': `filename ${btoa('levels.csv')}`,
})
const announce = (client: Client, length: number) =>
  client.request('POST', '/api/Uploads', { headers: announcement(length) })

async function begins(client: Client, length: number): Promise<string> {
  return new URL((await announce(client, length)).headers.get('location') ?? '').pathname
}

const send = (client: Client, upload: string, offset: number, body: string) =>
  client.request('PATCH', upload, {
    body,
    headers: { ...TUS, ...BYTES, 'upload-offset': String(offset) },
  })
const ask = (client: Client, upload: string) => client.request('HEAD', upload, { headers: TUS })
const detailOf = async (reply: Response) => ((await reply.json()) as { detail: string }).detail
const outcome = async (reply: Response) => [reply.status, ((await reply.json()) as { code: string }).code]

function reservationsOf({ publicId }: Client): Promise<unknown[]> {
  return asSystem(api.db, async (tx) => {
    return (await tx.query('select 1 from storage_reservation where owner_id = $1', [publicId])).rows
  })
}

/** Makes the next call of a method of file handles fail. */
async function failNext(method: 'sync' | 'datasync' | 'writev' | 'writeFile', error: Error) {
  await using handle = await open('.', 'r')
  const spy = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, method).mockRejectedValueOnce(error)
  onTestFinished(() => spy.mockRestore())
  return spy
}

describe('when the disk turns out to be full', () => {
  it('FLT11 while a received part is synced, the next part is refused with 507 and the upload continues from the last synced byte', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 10)
    const failing = await failNext('datasync', FULL)
    await send(mara, upload, 0, 'level')
    await expect.poll(() => failing.mock.settledResults[0]?.type).toBe('rejected')

    const refused = await send(mara, upload, 5, ';flow')
    const asked = await ask(mara, upload)
    const again = await send(mara, upload, 0, 'level;flow')

    expect(await outcome(refused)).toEqual([507, 'storage-full'])
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '0'])
    expect(again.status).toBe(204)
    const data = new URL(again.headers.get('location') ?? '').pathname
    expect(await (await mara.get(`${data}/Download`)).text()).toBe('level;flow')
  })

  it.each([
    ['full', FULL],
    ['over its quota', QUOTA],
  ])('FLT11 while the last part is synced to a disk that is %s, that part is refused with 507', async (_, error) => {
    const mara = await api.signUp()
    const upload = await begins(mara, 5)
    await failNext('datasync', error)

    const refused = await send(mara, upload, 0, 'level')
    const asked = await ask(mara, upload)

    expect(await outcome(refused)).toEqual([507, 'storage-full'])
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '0'])
    expect((await send(mara, upload, 0, 'level')).headers.get('location')).not.toBeNull()
  })

  it('FLT11 while a part is written, that part is refused with 507 and the upload continues from its start', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 10)
    await send(mara, upload, 0, 'level')
    await failNext('writev', FULL)

    const refused = await send(mara, upload, 5, ';flow')

    expect(await outcome(refused)).toEqual([507, 'storage-full'])
    expect((await ask(mara, upload)).headers.get('upload-offset')).toBe('5')
    expect((await send(mara, upload, 5, ';flow')).status).toBe(204)
  })

  it('FLT11 while an upload is created, it is refused with 507 and nothing stays reserved', async () => {
    const mara = await api.signUp()
    await failNext('writeFile', FULL)

    expect(await outcome(await announce(mara, 5))).toEqual([507, 'storage-full'])

    expect(await reservationsOf(mara)).toEqual([])
  })

  it('FLT11 while the first bytes arrive with the creation, nothing is kept, because the client has no URL at which to continue', async () => {
    const mara = await api.signUp()
    await failNext('writev', FULL)

    const refused = await mara.request('POST', '/api/Uploads', {
      body: 'level',
      headers: { ...announcement(10), ...BYTES },
    })

    expect(await outcome(refused)).toEqual([507, 'storage-full'])
    expect(await reservationsOf(mara)).toEqual([])
  })

  it('FLT11 the refusal says where the upload continues, if part of it is left', async () => {
    const mara = await api.signUp()
    await failNext('writeFile', FULL)
    const uncreated = await announce(mara, 10)
    const upload = await begins(mara, 10)
    const failing = await failNext('datasync', FULL)
    await send(mara, upload, 0, 'level')
    await expect.poll(() => failing.mock.settledResults[0]?.type).toBe('rejected')

    const refused = await send(mara, upload, 5, ';flow')

    expect(await detailOf(uncreated)).toBe('The server’s disk is full. Contact an administrator.')
    expect(await detailOf(refused)).toBe(
      'The server’s disk is full. Contact an administrator. The upload continues at byte 0.',
    )
  })

  it('FLT11 while a multipart upload is synced, it is refused with 507 and leaves no file', async () => {
    const mara = await api.signUp()
    await failNext('sync', FULL)

    const refused = await mara.request('POST', '/api/WorkData/UploadWorkData', { body: formOf('a.csv', 'a\n1\n') })

    expect(await outcome(refused)).toEqual([507, 'storage-full'])
    const stored = path.resolve(await api.deps.storage.localPath('0'.repeat(64)), '../../../../tmp')
    expect(await readdir(stored)).toEqual([])
  })
})

describe('when the disk is broken', () => {
  it('FLT12 a part that cannot be synced is no longer counted, and can be sent again', async () => {
    const mara = await api.signUp()
    const upload = await begins(mara, 5)
    await failNext('datasync', Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))

    const refused = await send(mara, upload, 0, 'level')
    const asked = await ask(mara, upload)

    expect(refused.status).toBe(500)
    expect(api.errors.splice(0)).toEqual([expect.stringContaining('EIO')])
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '0'])
    expect((await send(mara, upload, 0, 'level')).headers.get('location')).not.toBeNull()
  })
})
