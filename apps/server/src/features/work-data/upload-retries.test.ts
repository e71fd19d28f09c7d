import type { UploadedProperties, WorkDataProperties } from '@millrace/contracts/work-data'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { formOf } from '#testing/jobs.ts'

const api = await testApi()

function send(client: TestClient, { name = 'a.csv', content = 'a\n1\n', tags = ['raw'], key = 'once' } = {}) {
  const form = new FormData()
  form.append('tags', JSON.stringify(tags))
  form.append('files', formOf(name, content).get('files') as File)
  return client.request('POST', '/api/WorkData/UploadWorkData', { body: form, headers: { 'Idempotency-Key': key } })
}

async function countOf(client: TestClient): Promise<number> {
  const query = await client.post('/api/WorkDataQuery/CreateQuery')
  const found = await client.read<SirenDocument<{ TotalEntities: number }>>(query.headers.get('location') ?? '')
  return found.properties.TotalEntities
}

describe('an upload sent twice with the same idempotency key', () => {
  it('FLT8 INV10 is stored once and gets the first reply, although the multipart boundary differs', async () => {
    const alice = await api.signUp()

    const [first, second] = [await send(alice), await send(alice)]

    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await countOf(alice)).toBe(1)
  })

  it.each([
    ['tags differ', { tags: ['fin'] }],
    ['content differs', { content: 'a\n2\n' }],
    ['file name differs', { name: 'b.csv' }],
  ])('is refused if its %s, even at the same length', async (_what, change) => {
    const alice = await api.signUp()
    const first = await send(alice)

    const second = await send(alice, change)

    expect([first.status, second.status]).toEqual([201, 422])
    expect(await second.json()).toMatchObject({ detail: expect.stringContaining('Idempotency-Key') })
    const kept = await alice.read<SirenDocument<WorkDataProperties>>(first.headers.get('location') ?? '')
    expect(kept.properties).toMatchObject({ Name: 'a.csv', Tags: ['raw'] })
    expect(await countOf(alice)).toBe(1)
  })

  it('lists all work data that it created if requested, even when sent again', async () => {
    const alice = await api.signUp()
    const upload = async () => {
      const body = new FormData()
      for (const name of ['b.csv', 'a.csv', 'c.csv']) body.append('files', new File([`${name}\n1\n`], name))
      const headers = { 'Idempotency-Key': 'three', Prefer: 'return=representation' }
      return alice.request('POST', '/api/WorkData/UploadWorkData', { body, headers })
    }
    await send(alice, { key: 'other', name: 'a.csv' })

    const replies = [await upload(), await upload()]

    const [first, second] = (await Promise.all(
      replies.map((reply) => reply.json()),
    )) as SirenDocument<UploadedProperties>[]
    expect(first?.properties.Uploaded.map(({ Name }) => Name)).toEqual(['b.csv', 'a.csv', 'c.csv'])
    expect(first?.properties.Uploaded[0]?.WorkDataUrl).toBe(replies[0]?.headers.get('location'))
    expect(second?.properties).toEqual(first?.properties)
    expect(await countOf(alice)).toBe(4)
  })

  it('INV11 is stored once when both arrive at the same time', async () => {
    const alice = await api.signUp()

    const replies = await Promise.all([send(alice), send(alice)])

    expect(replies.map((reply) => reply.status).every((status) => status === 201 || status === 409)).toBe(true)
    expect(await countOf(alice)).toBe(1)
  })
})
