import { createHash, randomUUID } from 'node:crypto'
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
