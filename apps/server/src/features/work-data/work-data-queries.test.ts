import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataFilter, WorkDataProperties } from '@millrace/contracts/work-data'
import { asSystem } from '@millrace/db/act'
import { SAMPLED } from '@millrace/db/lists'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, hasJob, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'

type Result = SirenDocument<QueryResultProperties>

const api = await testApi()
const worker = await testWorker(api)
const [step = ''] = await worker.registers(manifest('produces'))
const alice = await api.signUp()

const table = await uploads(alice, 'a 100% table.csv', 'a,b\n1,2\n3,4\n')
await does(alice, table, 'EditTags', { Tags: ['river=rhine', 'year=2024.'] })
const between = new Date().toISOString()
const text = await uploads(alice, 'Text.txt', 'x')
await does(alice, text, 'AllowDeletion')
await does(alice, text, 'EditTags', { Tags: ['river=rhine'] })
const hidden = await uploads(alice, 'hidden.geojson', '{}')
await does(alice, hidden, 'Hide')
const job = await hasJob(alice, step, 'Pending')
const [lease] = await worker.claims([step])
await worker.on(lease!).writes('a\n1\n2\n3\n4\n5\n6\n')
await worker.on(lease!).call('POST', 'complete', {})

async function query(client: TestClient, body: object, name = 'CreateQuery'): Promise<Result> {
  const reply = await client.post(`/api/WorkDataQuery/${name}`, body)
  expect(reply.status, await reply.clone().text()).toBe(201)
  return client.read<Result>(reply.headers.get('location') ?? '')
}

const namesOf = (result: Result) =>
  embedded<WorkDataProperties>(result, 'item').map(({ properties }) => properties.Name)
const [INPUT, OUTPUT, TABLE, TEXT] = ['table.csv', 'table_clean.csv', 'a 100% table.csv', 'Text.txt']
const NEWEST_FIRST = [OUTPUT, INPUT, TEXT, TABLE]

describe('finding work data', () => {
  it('counts the work data of each kind that matches the other filters, if requested', async () => {
    const { properties } = await query(alice, { Filter: { IsKind: 'ProcessingArtefact' }, IncludeKindCounts: true })
    expect(properties).toMatchObject({ TotalEntities: 1, KindCounts: { ClientUpload: 3, ProcessingArtefact: 1 } })
    const { properties: named } = await query(alice, { Filter: { NameContains: 'TABLE' }, IncludeKindCounts: true })
    expect(named).toMatchObject({ TotalEntities: 3, KindCounts: { ClientUpload: 2, ProcessingArtefact: 1 } })
    const { properties: unused } = await query(alice, { Filter: { IsKind: 'Monitoring' }, IncludeKindCounts: true })
    expect(unused).toMatchObject({ TotalEntities: 0, KindCounts: { ClientUpload: 3, ProcessingArtefact: 1 } })
    expect((await query(alice, {})).properties).not.toHaveProperty('KindCounts')
  })

  it.each<[string, WorkDataFilter, string[]]>([
    ['everything that is not hidden, newest first', {}, NEWEST_FIRST],
    ['including hidden ones, if requested', { ShowHidden: true, MediaTypeContains: 'json' }, ['hidden.geojson']],
    ['part of a name, case-insensitive', { NameContains: 'TABLE' }, [OUTPUT, INPUT, TABLE]],
    ['a literal percent sign', { NameContains: '%' }, [TABLE]],
    ['part of a media type', { MediaTypeContains: 'plain' }, [TEXT]],
    ['what fits a slot', { FitsMediaType: 'text/csv, application/json' }, [OUTPUT, INPUT, TABLE]],
    ['what fits a slot for a family of types', { FitsMediaType: 'text/*' }, NEWEST_FIRST],
    [
      'what fits a slot for a suffix',
      { ShowHidden: true, FitsMediaType: 'image/*+xml, application/*+json' },
      ['hidden.geojson'],
    ],
    ['nothing of another suffix', { ShowHidden: true, FitsMediaType: 'application/*+xml, text/*+json' }, []],
    ['everything for a slot that accepts anything', { FitsMediaType: 'text/csv,*/*' }, NEWEST_FIRST],
    ['what a step produced', { ProducerProcessingStepUrl: stepHref(step) }, [OUTPUT]],
    ['uploads', { IsKind: 'ClientUpload' }, [INPUT, TEXT, TABLE]],
    ['results', { IsKind: 'ProcessingArtefact' }, [OUTPUT]],
    ['an unused kind', { IsKind: 'Monitoring' }, []],
    ['all tags, in any spelling of a value', { TagsByAnd: ['river = rhine', 'year=2024.0'] }, [TABLE]],
    ['any tag', { TagsByOr: ['river=rhine', 'none'] }, [TEXT, TABLE]],
    ['files by URL', { WorkDataUrls: [table, text, hidden, 'https://example.org/x'] }, [TEXT, TABLE]],
    ['what is used', { IsUsed: true }, [INPUT]],
    ['what is not used', { IsUsed: false }, [OUTPUT, TEXT, TABLE]],
    ['what may be deleted', { IsDeletable: true }, [TEXT]],
    ['what cannot be deleted', { IsDeletable: false, IsKind: 'ProcessingArtefact' }, [OUTPUT]],
    ['what was created after a time', { CreatedAfter: between }, [OUTPUT, INPUT, TEXT]],
    ['what was created before a time', { CreatedBefore: between }, [TABLE]],
    ['no secrets', { IsMarkedAsSecret: true }, []],
    ['everything that is not secret', { IsMarkedAsSecret: false }, NEWEST_FIRST],
    ['all in the root folder', { Folder: '/' }, NEWEST_FIRST],
    ['none in another folder', { Folder: '/mine/' }, []],
  ])('finds %s', async (_what, filter, names) => {
    expect(namesOf(await query(alice, { Filter: filter }))).toEqual(names)
  })

  it.each([
    ['SizeInBytes', 'Ascending', [TEXT, INPUT, TABLE, OUTPUT]],
    ['SizeInBytes', 'Descending', [OUTPUT, TABLE, INPUT, TEXT]],
    ['CreatedAt', 'Ascending', NEWEST_FIRST.toReversed()],
    ['MediaType', 'Descending', [TEXT, OUTPUT, INPUT, TABLE]],
    ['Kind', 'Ascending', [TABLE, TEXT, INPUT, OUTPUT]],
    ['CreatedAt', 'None', NEWEST_FIRST],
  ])('sorts by %s, %s', async (PropertyName, SortType, names) => {
    expect(namesOf(await query(alice, { SortBy: { PropertyName, SortType } }))).toEqual(names)
  })

  it('sorts names in natural order, ignoring case, in both directions and across pages', async () => {
    const bob = await api.signUp()
    const natural = ['a.csv', 'B.csv', 'c.csv', 'run 2.csv', 'Run 10.csv', 'run 10.csv']
    for (const name of ['run 10.csv', 'c.csv', 'Run 10.csv', 'B.csv', 'run 2.csv', 'a.csv']) await uploads(bob, name)
    const sorted = async (SortType: string) => {
      const names: string[] = []
      const SortBy = { PropertyName: 'Name', SortType }
      let page: Result | undefined = await query(bob, { SortBy, Pagination: { PageSize: 2 } })
      while (page) {
        names.push(...namesOf(page))
        const next = hrefOf(page, 'next')
        page = next ? await bob.read<Result>(next) : undefined
      }
      return names
    }

    const ascending = await sorted('Ascending')

    expect(ascending.map((name) => name.toLowerCase())).toEqual(natural.map((name) => name.toLowerCase()))
    expect(await sorted('Descending')).toEqual(ascending.toReversed())
  })

  it('lists the tags in use, and those used together with given tags', async () => {
    const all = await alice.read<SirenDocument>('/api/WorkDataRoot/QueryTags')
    const created = await alice.post('/api/WorkDataRoot/CreateTagsQuery', { RequiredTags: ['year = 2024.'] })
    const beside = await alice.read<SirenDocument>(created.headers.get('location') ?? '')

    expect(all).toMatchObject({
      class: ['WorkDataUsedTagsQueryResult'],
      properties: { Tags: ['river=rhine', 'year=2024.0'] },
    })
    expect(created.status).toBe(201)
    expect(beside.properties).toMatchObject({
      Tags: ['river=rhine', 'year=2024.0'],
      TagCounts: [{ Count: 1 }, { Count: 1 }],
    })
  })

  it('says what produced a result and what uses an input', async () => {
    const [result] = embedded(await query(alice, { Filter: { IsKind: 'ProcessingArtefact' } }), 'item')
    const [input] = embedded(await query(alice, { Filter: { IsUsed: true } }), 'item')
    const users = await alice.read<Result>(hrefOf(input!, 'UsedBy') ?? '')

    expect(hrefOf(result!, 'ProducedByJob')).toBe(job)
    const made = (await alice.read<SirenDocument<{ Name: string }>>(job)).properties
    expect(result).toHaveProperty('properties.ProducedByName', made.Name)
    expect(input).not.toHaveProperty('properties.ProducedByName')
    expect(hrefOf(result!, 'ProducedByProcessingStep')).toBe(stepHref(step))
    expect(embedded(users, 'item').map((item) => hrefOf(item, 'self'))).toEqual([job])
  })

  it('returns every owner’s data to administrators only, in a separate query', async () => {
    const bob = await api.signUp()
    await uploads(bob, 'of bob.csv', 'secret,1\n')
    const UserUrl = `http://localhost:3000/api/User/${bob.publicId}`

    const refused = await bob.post('/api/WorkDataQuery/CreateAdminQuery', {})
    const all = await query(api.administrator, { Filter: { ShowHidden: true } }, 'CreateAdminQuery')
    const ofBob = await query(api.administrator, { Filter: { UserUrl } }, 'CreateAdminQuery')

    expect(refused.status).toBe(403)
    expect(all.class).toEqual(['AdminWorkDataQueryResult'])
    expect(all.properties.TotalEntities).toBe(12)
    expect(namesOf(ofBob)).toEqual(['of bob.csv'])
    const own = await query(bob, {})
    expect([ofBob, own].map((found) => embedded<WorkDataProperties>(found, 'item')[0]?.properties.IsForeign)).toEqual([
      true,
      undefined,
    ])
    expect((await api.administrator.read<SirenDocument>('/api/WorkDataRoot/UsedTagsAdmin')).class).toEqual([
      'WorkDataUsedTagsAdminQueryResult',
    ])
  })
})

describe('the remaining tags of all work data', () => {
  it('are complete, however many files there are', async () => {
    const bob = await api.signUp()
    await asSystem(api.db, (tx) =>
      tx.query(
        `insert into work_data (id, owner_id, created_by, name, media_type, size_in_bytes, sha256, kind, tags)
         select gen_random_uuid(), $1, $1, 'table.csv', 'text/csv', 8, sha256, kind, array['nth=' || n]
         from (select * from work_data limit 1) one, generate_series(1, $2::int) n`,
        [bob.publicId, SAMPLED + 50],
      ),
    )

    expect((await query(bob, {})).properties.RemainingTags).toHaveLength(SAMPLED + 50)
  })
})
