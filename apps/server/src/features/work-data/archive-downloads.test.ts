import { createHash, randomUUID } from 'node:crypto'
import { LIMITS } from '@millrace/contracts/limits'
import { asSystem } from '@millrace/db/act'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { formOf } from '#testing/jobs.ts'
import { unzipped } from '#testing/unzipped.ts'

const api = await testApi()

async function uploads(client: TestClient, name: string, content: string, tags: string[]): Promise<void> {
  const form = new FormData()
  form.append('tags', JSON.stringify(tags))
  form.append('files', formOf(name, content).get('files') as File)
  const reply = await client.request('POST', '/api/WorkData/UploadWorkData', { body: form })
  expect(reply.status).toBe(201)
}

async function archiveOf(client: TestClient, Filter: object): Promise<string> {
  const reply = await client.post('/api/WorkDataQuery/CreateArchive', { Filter })
  expect(reply.status).toBe(201)
  const url = new URL(reply.headers.get('location') ?? '')
  return url.pathname + url.search
}

describe('an archive of work data', () => {
  it('contains the files that match the query, in their folders', async () => {
    const mara = await api.signUp()
    await uploads(mara, 'levels.csv', 'a\n1\n', ['trial=7'])
    await uploads(mara, 'levels.csv', 'a\n2\n', ['trial=7'])
    await uploads(mara, 'köln.csv', 'a\n3\n', ['trial=7', 'folder=2024/rhine'])
    await uploads(mara, 'other.csv', 'a\n4\n', ['trial=8'])

    const reply = await mara.get(await archiveOf(mara, { TagsByAnd: ['trial=7'] }))

    expect(reply.headers.get('content-disposition')).toContain('trial=7.zip')
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(reply.headers.get('content-length')).toBe(String(bytes.length))
    const files = unzipped(bytes)
    expect(Object.keys(files).toSorted()).toEqual(['2024/rhine/köln.csv', 'levels (2).csv', 'levels.csv'])
    expect(Object.values(files).toSorted()).toEqual(['a\n1\n', 'a\n2\n', 'a\n3\n'])
  })

  it('of hundreds of chosen files has a URL that proxies accept', async () => {
    const mara = await api.signUp()
    const [reply] = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const sent = await mara.request('POST', '/api/WorkData/UploadWorkData', { body: formOf(`${name}.csv`, name) })
        return sent.headers.get('location') ?? ''
      }),
    )
    const others = Array.from({ length: LIMITS.pageSizeMax - 1 }, () => `/api/WorkData/${randomUUID()}`)

    const archive = await archiveOf(mara, { WorkDataUrls: [reply, ...others] })

    expect(archive.length).toBeLessThan(12_000)
    const found = await mara.get(archive)
    expect(Object.keys(unzipped(new Uint8Array(await found.arrayBuffer())))).toEqual(['a.csv'])
    const tooMany = await mara.post('/api/WorkDataQuery/CreateArchive', {
      Filter: { WorkDataUrls: [reply, reply, ...others] },
    })
    expect(tooMany.status).toBe(422)
  })

  it('of files whose total size exceeds the limit is refused before it is opened', async () => {
    const mara = await api.signUp()
    const sent = await mara.request('POST', '/api/WorkData/UploadWorkData', { body: formOf('a.csv', 'a\n1\n') })
    const id = new URL(sent.headers.get('location') ?? '').pathname.split('/').at(-1)
    const size = 2 * LIMITS.archiveBytesMax
    await asSystem(api.deps.db, (tx) =>
      tx.orm.execute(sql`update work_data set size_in_bytes = ${size} where id = ${id}`),
    )

    const reply = await mara.post('/api/WorkDataQuery/CreateArchive', {})

    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ detail: 'Together, these files are larger than 1 TB. Choose fewer.' })
  })

  it('is not found if nothing matches', async () => {
    const mara = await api.signUp()

    expect((await mara.get(await archiveOf(mara, { TagsByAnd: ['none'] }))).status).toBe(404)
  })

  it('sec/E2 of another owner is not found', async () => {
    const [mara, mallory] = await Promise.all([api.signUp(), api.signUp()])
    await uploads(mara, 'levels.csv', 'a\n1\n', ['trial=7'])
    const archive = await archiveOf(mara, { TagsByAnd: ['trial=7'] })

    expect((await mallory.get(archive)).status).toBe(404)
  })

  it('names the file whose content is missing', async () => {
    const mara = await api.signUp()
    const content = `a\n${randomUUID()}\n`
    await uploads(mara, 'levels.csv', content, ['trial=7'])
    const archive = await archiveOf(mara, { TagsByAnd: ['trial=7'] })
    await api.deps.storage.delete(createHash('sha256').update(content).digest('hex'))

    const reply = await mara.get(archive)

    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(await reply.json()).toMatchObject({ code: 'damaged-data', detail: expect.stringContaining('levels.csv') })
  })
})
