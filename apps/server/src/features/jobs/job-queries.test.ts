import type { JobFilter, JobProperties, JobQueryResultProperties } from '@millrace/contracts/jobs'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { asSystem } from '@millrace/db/act'
import { SAMPLED } from '@millrace/db/lists'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf, selfHref } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { does, findsJobs, hasJob, manifest, stepHref, testWorker, uploads } from '#testing/jobs.ts'

type Result = SirenDocument<JobQueryResultProperties>

const api = await testApi()
const worker = await testWorker(api)
const [first = '', second = ''] = await worker.registers(manifest('first'), manifest('second', { input_dataslots: [] }))
const alice = await api.signUp()

const made = new Map<string, string>()
async function makes(name: string, body: object = {}): Promise<string> {
  const reply = await alice.post('/api/Job/CreateJob', { Name: name, ...body })
  made.set(name, reply.headers.get('location') ?? '')
  return made.get(name) ?? ''
}

const data = await uploads(alice)
const draft = await makes('Draft 100%')
await does(alice, draft, 'EditTags', { Tags: ['river=rhine', 'year=2024.'] })
const before = new Date().toISOString()
const ready = await makes('clean the Rhine')
await does(alice, ready, 'SelectProcessing', { ProcessingStepUrl: stepHref(first) })
await alice.post(`${ready}/InputDataSlot/0/SelectWorkData`, { WorkDataUrl: data })
await does(alice, ready, 'EditTags', { Tags: ['river=rhine', 'station=koeln'] })
const ended = await makes('Clean the Main')
await does(alice, ended, 'SelectProcessing', { ProcessingStepUrl: stepHref(second) })
await does(alice, ended, 'StartProcessing')
await does(alice, ended, 'CancelProcessing')
const hidden = await makes('hidden')
await does(alice, hidden, 'Hide')
const sub = await alice.post('/api/Job/CreateSubJob', { Name: 'part', ParentJobUrl: ready })
made.set('part', sub.headers.get('location') ?? '')

const namesOf = (result: Result) => embedded<JobProperties>(result, 'item').map(({ properties }) => properties.Name)
const finds = async (filter: JobFilter) => namesOf(await findsJobs(alice, { Filter: filter }))

const NEWEST_FIRST = ['part', 'Clean the Main', 'clean the Rhine', 'Draft 100%']

describe('finding jobs', () => {
  it.each<[string, JobFilter, string[]]>([
    ['everything that is not hidden, newest first', {}, NEWEST_FIRST],
    [
      'including hidden ones, if requested',
      { ShowHidden: true, Name: 'h' },
      ['hidden', 'Clean the Main', 'clean the Rhine'],
    ],
    ['one state', { State: 'ReadyForProcessing' }, ['clean the Rhine']],
    ['a state that is never stored', { State: 'Undefined' }, []],
    ['several states', { States: ['Canceled', 'ReadyForProcessing'] }, ['Clean the Main', 'clean the Rhine']],
    ['part of a name, case-insensitive', { Name: 'CLEAN' }, ['Clean the Main', 'clean the Rhine']],
    ['a literal percent sign', { Name: '%' }, ['Draft 100%']],
    ['those that use a work data', { WorkDataUrl: data }, ['clean the Rhine']],
    ['those that use a step', { ProcessingStepUrl: stepHref(second) }, ['Clean the Main']],
    ['sub-jobs', { IsSubJob: true }, ['part']],
    ['no sub-jobs', { IsSubJob: false }, NEWEST_FIRST.slice(1)],
    ['the sub-jobs of a job', { ParentJobUrl: ready }, ['part']],
    ['all tags', { TagsByAnd: ['river=rhine', 'station=koeln'] }, ['clean the Rhine']],
    [
      'any tag, in any spelling of its value',
      { TagsByOr: ['year = 2024.0', 'station=koeln'] },
      ['clean the Rhine', 'Draft 100%'],
    ],
    ['those created after a time', { CreatedAfter: before }, NEWEST_FIRST.slice(0, 3)],
    ['those created before a time', { CreatedBefore: before }, ['Draft 100%']],
    ['a time in another zone', { CreatedBefore: inZone(before, 5) }, ['Draft 100%']],
    ['all in the root folder', { Folder: '/' }, NEWEST_FIRST],
    ['none in another folder', { Folder: '/mine/' }, []],
    ['none from a template', { ActionTemplateUrl: 'http://localhost:3000/api/ActionTemplate/1' }, []],
    ['several filters together', { Name: 'clean', TagsByAnd: ['river=rhine'], IsSubJob: false }, ['clean the Rhine']],
  ])('finds %s', async (_what, filter, names) => {
    expect(await finds(filter)).toEqual(names)
  })

  it.each([
    ['Name', 'Ascending', ['Clean the Main', 'Draft 100%', 'clean the Rhine', 'part']],
    ['Name', 'Descending', ['part', 'clean the Rhine', 'Draft 100%', 'Clean the Main']],
    ['CreatedAt', 'Ascending', NEWEST_FIRST.toReversed()],
    ['CreatedAt', 'Descending', NEWEST_FIRST],
    ['CompletedAt', 'Descending', ['Clean the Main', 'part', 'clean the Rhine', 'Draft 100%']],
    ['CompletedAt', 'Ascending', ['Clean the Main', 'Draft 100%', 'clean the Rhine', 'part']],
    ['Name', 'None', NEWEST_FIRST],
  ] as const)('sorts by %s, %s', async (PropertyName, SortType, names) => {
    const found = namesOf(await findsJobs(alice, { SortBy: { PropertyName, SortType } }))

    if (PropertyName === 'Name') expect(found.toSorted()).toEqual([...names].toSorted())
    expect(found).toHaveLength(4)
    if (PropertyName !== 'Name') expect(found).toEqual(names)
  })

  it('excludes jobs created exactly at the time of either filter', async () => {
    const { CreatedAt } = (await alice.read<SirenDocument<JobProperties>>(ended)).properties

    expect(await finds({ CreatedAfter: CreatedAt })).toEqual(['part'])
    expect(await finds({ CreatedBefore: CreatedAt })).toEqual(['clean the Rhine', 'Draft 100%'])
  })

  it('returns the remaining tags only if requested', async () => {
    const found = await findsJobs(alice, { Filter: { Name: 'clean' } })
    const without = await findsJobs(alice, { IncludeRemainingTags: false })

    expect(found.properties.RemainingTags).toEqual(['river=rhine', 'station=koeln'])
    expect(without.properties.RemainingTags).toBeNull()
    expect(await alice.read('/api/JobsRoot/UsedTags')).toMatchObject({
      class: ['JobUsedTags'],
      properties: { Tags: ['river=rhine', 'station=koeln', 'year=2024.0'] },
    })
  })

  it('returns everything without paging, and otherwise pages with all links', async () => {
    const all = await findsJobs(alice, { Pagination: { PageSize: 0 } })
    const page = await findsJobs(alice, { Pagination: { PageSize: 1, PageOffset: 1 } })
    const at = async (rel: string) => namesOf(await alice.read<Result>(hrefOf(page, rel) ?? ''))

    expect(namesOf(all)).toEqual(NEWEST_FIRST)
    expect(hrefOf(all, 'next')).toBeUndefined()
    expect(page.properties).toMatchObject({ TotalEntities: 4, CurrentEntitiesCount: 1, PreviousEntitiesCount: 1 })
    expect(await at('self')).toEqual(['Clean the Main'])
    expect(await at('first')).toEqual(['part'])
    expect(await at('previous')).toEqual(['part'])
    expect(await at('next')).toEqual(['clean the Rhine'])
    expect(await at('last')).toEqual(['Draft 100%'])
    expect(await at('all')).toEqual(NEWEST_FIRST)
  })

  it('links back to the last page from an offset beyond the end', async () => {
    const beyond = await findsJobs(alice, { Pagination: { PageSize: 3, PageOffset: 100 } })
    const before = await alice.read<Result>(hrefOf(beyond, 'previous') ?? '')

    expect(namesOf(beyond)).toEqual([])
    expect(beyond.properties).toMatchObject({ TotalEntities: 4, PreviousEntitiesCount: 4 })
    expect(namesOf(before)).toEqual(NEWEST_FIRST.slice(1))
  })

  it('accepts the latest possible time', async () => {
    expect(await finds({ CreatedAfter: '9999-12-31T23:59:59.999Z' })).toEqual([])
    expect(await finds({ CreatedAfter: '0001-01-01T00:00:00Z' })).toEqual(NEWEST_FIRST)
  })

  it('embeds whole jobs, each with its slots and actions', async () => {
    const [item] = embedded(await findsJobs(alice, { Filter: { Name: 'Rhine' } }), 'item')

    expect(item && { ...item, rel: undefined }).toEqual({ ...(await alice.read<SirenDocument>(ready)), rel: undefined })
  })

  it('embeds only the slots with files, and of these only what a list shows, if requested', async () => {
    const found = await findsJobs(alice, { Filter: { Name: 'Rhine' }, ShortSlots: true })
    const [item] = embedded(found, 'item')
    const whole = await alice.read<SirenDocument>(ready)
    const file = await alice.read<SirenDocument<WorkDataProperties>>(data)

    expect(item && { ...item, rel: undefined, entities: [] }).toEqual({ ...whole, rel: undefined, entities: [] })
    expect(item?.entities).toMatchObject([
      {
        class: ['InputDataSlot'],
        properties: { Name: embedded<{ Name: string }>(whole, 'InputDataSlot')[0]?.properties.Name },
        actions: [],
        entities: [
          {
            class: ['ShortWorkData'],
            rel: ['Selected'],
            properties: { Name: file.properties.Name, MediaType: file.properties.MediaType, IsUsedAsJobInput: true },
            actions: [],
            links: [{ rel: ['self'], href: data }],
          },
        ],
      },
    ])
    expect(hrefOf(found, 'self')).toBeDefined()
  })

  it('returns the result immediately if requested, and otherwise only its URL', async () => {
    const query = { Filter: { State: 'ReadyForProcessing' } }
    const plain = await alice.post('/api/JobQuery/CreateQuery', query)
    const reply = await alice.post('/api/JobQuery/CreateQuery', query, {
      prefer: 'respond-async, return=representation; wait=5',
      accept: 'application/vnd.siren+json',
    })
    const minimal = await alice.post('/api/JobQuery/CreateQuery', query, { prefer: 'return=minimal' })

    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([201, 'return=representation'])
    const address = reply.headers.get('location') ?? ''
    expect([reply.headers.get('content-location'), plain.headers.get('location')]).toEqual([address, address])
    expect(await reply.json()).toEqual(await alice.read(address))
    for (const other of [plain, minimal]) {
      expect([other.status, other.headers.get('preference-applied'), await other.text()]).toEqual([201, null, ''])
    }
  })

  it('sec/E10 allows only its author to use the URL', async () => {
    const mallory = await api.signUp()
    const address = selfHref(await findsJobs(alice, { Filter: { TagsByAnd: ['river=rhine'] } }))

    expect((await mallory.get(address)).status).toBe(404)
    for (const q of ['not-a-query', '!!!'])
      expect((await alice.get(address.replace(/q=[^&]*/, `q=${q}`))).status).toBe(400)
  })

  it('refuses a query whose URL would be too long', async () => {
    const reply = await alice.post('/api/JobQuery/CreateQuery', {
      Filter: { TagsByOr: Array.from({ length: 100 }, (_, index) => `${index}${'t'.repeat(500)}`) },
    })

    expect([reply.status, await reply.text()]).toEqual([413, expect.stringContaining('too long for a URL')])
  })
})

describe('finding the jobs of every owner', () => {
  const adminFinds = async (Filter: object) => {
    const created = await api.administrator.post('/api/JobQuery/CreateAdminQuery', { Filter })
    expect(created.status, await created.clone().text()).toBe(201)
    return api.administrator.read<Result>(created.headers.get('location') ?? '')
  }

  it('sec/E6 requires the role of administrator, which is checked on each request', async () => {
    const created = await alice.post('/api/JobQuery/CreateAdminQuery', {})
    const byKey = (await (await alice.post('/api/keys')).json()) as { key: string }
    const forged = await adminFinds({})

    expect(created.status).toBe(403)
    expect((await alice.get(selfHref(forged))).status).toBe(403)
    expect((await api.anonymous().get('/api/JobQuery/AdminQuery', { 'x-api-key': byKey.key })).status).toBe(403)
    expect((await alice.get('/api/JobsRoot/UsedTagsAdmin')).status).toBe(403)
  })

  it('filters by owner and by worker, and counts states', async () => {
    const bob = await api.signUp()
    const [step = ''] = await worker.registers(manifest('of_bob'))
    await hasJob(bob, step, 'Pending')
    await worker.claims([step])

    const all = await adminFinds({ ShowHidden: true })
    const alices = await adminFinds({ UserUrl: `http://localhost:3000/api/User/${alice.publicId}` })
    const byWorker = await adminFinds({ WorkerId: 'test' })

    expect(all.class).toEqual(['AdminJobQueryResult'])
    expect(all.properties.TotalEntities).toBe(6)
    expect(namesOf(alices)).toEqual(NEWEST_FIRST)
    expect(alices.properties.StateCounts).toEqual({ Created: 2, ReadyForProcessing: 1, Canceled: 1 })
    expect(byWorker.properties.TotalEntities).toBe(1)
    expect(embedded<JobProperties>(byWorker, 'item')[0]?.properties).toMatchObject({
      WorkerId: 'test',
      OwnerId: bob.publicId,
    })
    const tags = await api.administrator.read('/api/JobsRoot/UsedTagsAdmin')
    expect(tags).toMatchObject({
      class: ['JobUsedTagsAdmin'],
      properties: { Tags: expect.arrayContaining(['river=rhine']) },
    })
  })

  it('works with an administrator’s personal key, but not with one of an organization', async () => {
    const make = async () => ((await (await api.administrator.post('/api/keys')).json()) as { key: string }).key
    const own = await make()
    await api.administrator.post('/api/auth/organization/create', { name: 'Lab', slug: `lab-${crypto.randomUUID()}` })
    const ofLab = await make()
    await api.administrator.post('/api/auth/organization/set-active', { organizationId: null })
    const ask = async (key: string) =>
      (await api.anonymous().post('/api/JobQuery/CreateAdminQuery', {}, { 'x-api-key': key })).status

    expect([await ask(own), await ask(ofLab)]).toEqual([201, 403])
  })
})

describe('the remaining tags of all jobs', () => {
  it('are complete, however many jobs there are', async () => {
    const bob = await api.signUp()
    await asSystem(api.db, (tx) =>
      tx.query(
        `insert into job (id, owner_id, created_by, name, tags)
         select gen_random_uuid(), $1, $1, 'job', array['nth=' || n] from generate_series(1, $2::int) n`,
        [bob.publicId, SAMPLED + 50],
      ),
    )

    expect((await findsJobs(bob, {})).properties.RemainingTags).toHaveLength(SAMPLED + 50)
  })
})

function inZone(time: string, hours: number): string {
  const shifted = new Date(Date.parse(time) + hours * 3_600_000).toISOString()
  return shifted.replace('Z', `+0${hours}:00`)
}
