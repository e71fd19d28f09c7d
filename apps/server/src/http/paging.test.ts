import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, hasJob, manifest, testWorker, uploads } from '#testing/jobs.ts'

type Page = SirenDocument<QueryResultProperties>

const api = await testApi()
const worker = await testWorker(api)
const [step = ''] = await worker.registers(
  manifest('same', { input_dataslots: [] }),
  ...['0.9.0', '1.0.0', '1.0.0-rc1', '2.0.0-beta'].map((version) => manifest('paged', { version })),
)
const alice = await api.signUp()
for (const name of ['b', 'a', 'a', 'B', 'c']) await alice.post('/api/Job/CreateJob', { Name: name })
for (let index = 0; index < 2; index++) await does(alice, await hasJob(alice, step, 'Pending'), 'CancelProcessing')
for (const name of ['b.csv', 'a.csv', 'a.json', 'c.txt', 'd']) await uploads(alice, name, `${name}\n`)
// Rows created in one transaction have the same time.
await api.db.pool.query(
  `begin; set local millrace.role = 'system'; update job set created_at = '2024-01-01' where name in ('a', 'b'); commit`,
)

async function firstPage(kind: string, query: object, client = alice): Promise<Page> {
  const made = await client.post(`/api/${kind}/CreateQuery`, query)
  expect(made.status, await made.clone().text()).toBe(201)
  return client.read<Page>(made.headers.get('location') ?? '')
}

async function nextOf(page: Page, client = alice): Promise<Page | undefined> {
  const next = hrefOf(page, 'next')
  return next === undefined ? undefined : client.read<Page>(next)
}

async function walk(kind: string, query: object): Promise<string[]> {
  const seen: string[] = []
  for (let page: Page | undefined = await firstPage(kind, query); page; page = await nextOf(page)) {
    seen.push(...embedded(page, 'item').map(selfHref))
  }
  return seen
}

const SORTS = [
  ...['Name', 'CreatedAt', 'CompletedAt'].map((property) => ['JobQuery', property] as const),
  ...['Name', 'MediaType', 'Kind', 'SizeInBytes', 'CreatedAt'].map((property) => ['WorkDataQuery', property] as const),
  ...['Title', 'CreatedAt', 'LastModifiedAt', 'Version'].map((property) => ['ProcessingStepQuery', property] as const),
]

describe('the next page', () => {
  it.each(
    SORTS.flatMap(([kind, property]) => ['Ascending', 'Descending', 'None'].map((type) => [kind, property, type])),
  )('of %s by %s, %s, starts where the previous page ended', async (kind = '', PropertyName, SortType) => {
    const SortBy = { PropertyName, SortType }
    const all = embedded(await firstPage(kind, { SortBy }), 'item').map(selfHref)

    expect(await walk(kind, { SortBy, Pagination: { PageSize: 2 } })).toEqual(all)
    expect(all.length).toBeGreaterThan(4)
  })

  it('skips no rows for a client that deletes rows as it reads', async () => {
    const bob = await api.signUp()
    for (let index = 0; index < 7; index++) await bob.post('/api/Job/CreateJob', { Name: `job ${index}` })
    const deleted: string[] = []

    for (
      let page: Page | undefined = await firstPage('JobQuery', { Pagination: { PageSize: 2 } }, bob);
      page;
      page = await nextOf(page, bob)
    ) {
      for (const job of embedded(page, 'item')) {
        await does(bob, selfHref(job), 'Delete')
        deleted.push(String(job.properties.Name))
      }
    }

    expect(deleted).toHaveLength(7)
    expect((await firstPage('JobQuery', {}, bob)).properties.TotalEntities).toBe(0)
  })

  it('does not repeat rows when others are created in the meantime', async () => {
    const carol = await api.signUp()
    for (let index = 0; index < 4; index++) await uploads(carol, `${index}.csv`)
    const first = await firstPage('WorkDataQuery', { Pagination: { PageSize: 2 } }, carol)
    await uploads(carol, 'late.csv')

    const second = await nextOf(first, carol)

    expect(second && embedded(second, 'item').map(({ properties }) => properties.Name)).toEqual(['1.csv', '0.csv'])
    expect(second?.properties).toMatchObject({ TotalEntities: 5, CurrentEntitiesCount: 2, PreviousEntitiesCount: 2 })
    expect(second && selfHref(second)).toBe(hrefOf(first, 'next'))
    expect(second && hrefOf(second, 'next')).toBeUndefined()
  })

  it('rejects forged URLs', async () => {
    const next = hrefOf(await firstPage('JobQuery', { Pagination: { PageSize: 2 } }), 'next') ?? ''
    const at = (after: unknown) =>
      alice.get(next.replace(/after=.*/, `after=${Buffer.from(JSON.stringify(after)).toString('base64url')}`))

    for (const after of [
      [],
      ['1'],
      ['yesterday', 'x'],
      ['9'.repeat(30), 'x'],
      [null, null],
      {},
      'x',
      ["1' or true", '1'],
    ]) {
      expect([after, (await at(after)).status]).toEqual([after, 400])
    }
    expect((await alice.get(`${next}x`)).status).toBe(400)
  })
})

describe('a page of large documents', () => {
  it.each([
    ['without a page size', {}],
    ['with a page size', { Pagination: { PageSize: 12 } }],
  ])('is shortened, and the next page continues after its last row: %s', async (_what, asked) => {
    const bob = await api.signUp()
    const [heavy = ''] = await worker.registers(
      manifest('heavy', { input_dataslots: [], parameters: { type: 'object', properties: { text: {} } } }),
    )
    const names: string[] = []
    for (let index = 0; index < 12; index++) {
      const made = await bob.post('/api/Job/RapidSetup', {
        Name: `heavy ${index}`,
        ProcessingStepUrl: `http://localhost:3000/api/ProcessingStep/${heavy}`,
        Parameters: JSON.stringify({ text: `${index} ${'x'.repeat(240_000)}` }),
      })
      expect(made.status).toBe(201)
      names.unshift(`heavy ${index}`)
    }
    const seen: string[] = []
    const counts: [number, number][] = []

    for (let page: Page | undefined = await firstPage('JobQuery', asked, bob); page; page = await nextOf(page, bob)) {
      counts.push([page.properties.PreviousEntitiesCount, page.properties.CurrentEntitiesCount])
      for (const item of embedded(page, 'item')) {
        seen.push(String(item.properties.Name))
        expect(JSON.parse(String(item.properties.ConfiguredParameters))).toHaveProperty('text')
      }
    }

    expect(seen).toEqual(names)
    expect(counts).toEqual([
      [0, 8],
      [8, 4],
    ])
  })

  it('counts tags toward the limit', async () => {
    const bob = await api.signUp()
    const Tags = Array.from({ length: 100 }, (_, index) => `${index}${'k'.repeat(1000)}=${'v'.repeat(1000)}`)
    for (let index = 0; index < 5; index++) await does(bob, await uploads(bob, `${index}.csv`), 'EditTags', { Tags })

    const page = await firstPage('WorkDataQuery', { IncludeRemainingTags: false }, bob)

    expect(page.properties.CurrentEntitiesCount).toBeLessThan(5)
    const rest = await nextOf(page, bob)
    expect(page.properties.CurrentEntitiesCount + (rest?.properties.CurrentEntitiesCount ?? 0)).toBe(5)
  })
})
