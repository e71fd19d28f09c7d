import type { ProcessingStepFilter, ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { does, manifest, testWorker } from '#testing/jobs.ts'
import { mayRegisterSteps } from '#testing/organizations.ts'
import { inRange, versionKey } from './versions.rules.ts'

type Result = SirenDocument<QueryResultProperties>

const api = await testApi()
const mara = await api.signUp()
await mayRegisterSteps(api, mara)

const made = new Map<string, string>()
for (const [name, version, change] of [
  ['clean', '1.9.0', { title: 'Clean tables', procon_version: '2.3.0' }],
  ['clean', '1.10.0', { title: 'Clean tables', tags: ['kind=table'] }],
  ['clean', '2.0.0-rc.2', { title: 'Clean tables, soon', tags: ['kind=table', 'new'] }],
  ['clean', '2.0.0-rc.10', { title: 'Clean tables, soon' }],
  ['cleaner', '0.3', { title: 'Cleaner', short_description: 'Mops the floor.' }],
  ['sum', '3.0.0', { title: 'Sum', long_description: 'Adds 100% of what comes.' }],
] as const) {
  const reply = await mara.post('/api/ProcessingStep/RegisterNew', manifest(name, { version, ...change }))
  made.set(`${name} ${version}`, reply.headers.get('location') ?? '')
}
await mara.post('/api/ProcessingStep/RegisterNew', { Title: 'Not yet', FunctionName: 'by_name' })
await does(mara, made.get('clean 1.9.0') ?? '', 'Deprecate', {})
await does(mara, made.get('sum 3.0.0') ?? '', 'Hide')
await does(mara, made.get('cleaner 0.3') ?? '', 'ConfigureExternalDeployment')
await does(api.administrator, made.get('cleaner 0.3') ?? '', 'MakePublic')

async function query(client: TestClient, body: object): Promise<Result> {
  const reply = await client.post('/api/ProcessingStepQuery/CreateQuery', body)
  expect(reply.status, await reply.clone().text()).toBe(201)
  return client.read<Result>(reply.headers.get('location') ?? '')
}

const namesOf = (result: Result) =>
  embedded<ProcessingStepProperties>(result, 'item').map(
    ({ properties }) => `${properties.FunctionName} ${properties.Version}`,
  )

const finds = async (filter: ProcessingStepFilter) => namesOf(await query(mara, { Filter: filter }))

const ALL = ['by_name 0', 'clean 1.10.0', 'clean 2.0.0-rc.10', 'clean 2.0.0-rc.2', 'clean 1.9.0', 'cleaner 0.3']
const CLEANS = ALL.slice(1, 5)
const EXACTLY = { FunctionName: 'clean', FunctionNameMatchType: 'MatchExact' } as const

describe('finding steps', () => {
  it('lists the recommended version of a name first: not deprecated, preferably a release, then the newest', async () => {
    expect(await finds({})).toEqual(ALL)
  })

  it.each<[string, ProcessingStepFilter, string[]]>([
    ['a function exactly', { FunctionName: 'clean', FunctionNameMatchType: 'MatchExact' }, CLEANS],
    ['part of a function name', { FunctionName: 'LEAN' }, [...CLEANS, 'cleaner 0.3']],
    [
      'part of a function name, in the form of old clients',
      { FunctionNameContains: 'lean' },
      [...CLEANS, 'cleaner 0.3'],
    ],
    ['part of a title', { TitleContains: 'soon' }, ['clean 2.0.0-rc.10', 'clean 2.0.0-rc.2']],
    ['part of a description', { DescriptionContains: 'mops' }, ['cleaner 0.3']],
    ['a literal percent sign', { DescriptionContains: '100%', ShowHidden: true }, ['sum 3.0.0']],
    ['hidden ones when asked', { FunctionName: 'sum', ShowHidden: true }, ['sum 3.0.0']],
    ['no hidden ones by default', { FunctionName: 'sum' }, []],
    ['one version', { FunctionName: 'clean', Version: '1.9.0' }, ['clean 1.9.0']],
    ['a caret range', { FunctionName: 'clean', Version: '^1.9' }, ['clean 1.10.0', 'clean 1.9.0']],
    ['a range of two bounds', { Version: '>=1.10.0 <3' }, ['clean 1.10.0', 'clean 2.0.0-rc.10', 'clean 2.0.0-rc.2']],
    ['a tilde range of a short version', { Version: '~0.3' }, ['cleaner 0.3']],
    ['every version with a star', { ...EXACTLY, Version: '*' }, CLEANS],
    ['every release', { ...EXACTLY, Version: '*', ShowPrerelease: false }, ['clean 1.10.0', 'clean 1.9.0']],
    ['prereleases only', { ShowPrerelease: true }, ['clean 2.0.0-rc.10', 'clean 2.0.0-rc.2']],
    ['no deprecated ones', { ...EXACTLY, ShowDeprecated: false, ShowPrerelease: false }, ['clean 1.10.0']],
    [
      'the default version with 0',
      { FunctionName: 'clean', FunctionNameMatchType: 'MatchExact', Version: '0' },
      ['clean 1.10.0'],
    ],
    [
      'a version named 0',
      { FunctionName: 'by_name', FunctionNameMatchType: 'MatchExact', Version: '0' },
      ['by_name 0'],
    ],
    [
      'nothing with 0 for an unknown name',
      { FunctionName: 'none', FunctionNameMatchType: 'MatchExact', Version: '0' },
      [],
    ],
    ['all of several tags', { TagsByAnd: ['kind=table', 'new'] }, ['clean 2.0.0-rc.2']],
    ['any of several tags', { TagsByOr: ['kind = table', 'old'] }, ['clean 1.10.0', 'clean 2.0.0-rc.2']],
    ['those that match a tag query', { TagQueryExpression: 'kind = table and not new or old' }, ['clean 1.10.0']],
    ['public ones', { IsPublic: true }, ['cleaner 0.3']],
    ['private ones', { IsPublic: false, FunctionName: 'clean', Version: '1.9.0' }, ['clean 1.9.0']],
    ['a state of deployment', { DeploymentState: 'External' }, ['cleaner 0.3']],
    ['an unused state', { DeploymentState: 'Platform' }, []],
    ['a version of ProCon', { ProConVersion: '2.3.0' }, ['clean 1.9.0']],
    ['those without a manifest', { IsConfigured: false }, ['by_name 0']],
    ['those with one', { IsConfigured: true, FunctionName: 'cleaner' }, ['cleaner 0.3']],
    ['all in the root folder', { Folder: '/' }, ALL],
    ['none in another folder', { Folder: '/mine/' }, []],
  ])('finds %s', async (_what, filter, names) => {
    expect(await finds(filter)).toEqual(names)
  })

  it.each([
    ['an invalid version', { Filter: { Version: 'newest' } }, '/Filter/Version'],
    ['an invalid state', { Filter: { DeploymentState: 'Somewhere' } }, '/Filter/DeploymentState'],
    ['an invalid tag query', { Filter: { TagQueryExpression: 'kind = ' } }, '/Filter/TagQueryExpression'],
    ['an invalid order', { SortBy: { PropertyName: 'Colour' } }, '/SortBy/PropertyName'],
  ])('refuses %s and says where it is', async (_what, body, pointer) => {
    const reply = await mara.post('/api/ProcessingStepQuery/CreateQuery', body)

    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ faults: [{ pointer }] })
  })

  it.each([
    [
      'Title',
      'Ascending',
      ['clean 1.10.0', 'clean 1.9.0', 'clean 2.0.0-rc.10', 'clean 2.0.0-rc.2', 'cleaner 0.3', 'by_name 0'],
    ],
    [
      'Title',
      'Descending',
      ['by_name 0', 'cleaner 0.3', 'clean 2.0.0-rc.10', 'clean 2.0.0-rc.2', 'clean 1.10.0', 'clean 1.9.0'],
    ],
    [
      'Version',
      'Descending',
      ['clean 2.0.0-rc.10', 'clean 2.0.0-rc.2', 'clean 1.10.0', 'clean 1.9.0', 'cleaner 0.3', 'by_name 0'],
    ],
    [
      'CreatedAt',
      'Ascending',
      ['clean 1.9.0', 'clean 1.10.0', 'clean 2.0.0-rc.2', 'clean 2.0.0-rc.10', 'cleaner 0.3', 'by_name 0'],
    ],
    [
      'LastModifiedAt',
      'Descending',
      ['cleaner 0.3', 'clean 1.9.0', 'by_name 0', 'clean 2.0.0-rc.10', 'clean 2.0.0-rc.2', 'clean 1.10.0'],
    ],
    ['Title', 'None', ALL],
  ])('sorts by %s, %s', async (PropertyName, SortType, names) => {
    expect(namesOf(await query(mara, { SortBy: { PropertyName, SortType } }))).toEqual(names)
  })

  it('returns the remaining tags and all tags in use', async () => {
    const { properties } = await query(mara, { Filter: { FunctionName: 'clean' } })
    const without = await query(mara, { IncludeRemainingTags: false })
    const used = await mara.read<SirenDocument>('/api/ProcessingStepsRoot/UsedTags')

    expect(properties.RemainingTags).toEqual(['kind=table', 'new'])
    expect(without.properties.RemainingTags).toBeNull()
    expect(used).toMatchObject({ class: ['ProcessingStepUsedTags'], properties: { Tags: ['kind=table', 'new'] } })
  })

  it('shows other users only public steps', async () => {
    const user = await api.signUp()

    expect(namesOf(await query(user, {}))).toEqual(['cleaner 0.3'])
    expect((await query(user, {})).properties.RemainingTags).toEqual([])
    expect(await user.read('/api/ProcessingStepsRoot/UsedTags')).toMatchObject({ properties: { Tags: [] } })
  })

  it('shows administrators all steps, in a separate query', async () => {
    const { administrator } = api
    const worker = await testWorker(api)
    await worker.registers(manifest('of_the_system'))
    const refused = await mara.post('/api/ProcessingStepQuery/CreateAdminQuery', {})
    const created = await administrator.post('/api/ProcessingStepQuery/CreateAdminQuery', {
      Filter: { FunctionName: 'c' },
    })
    const result = await administrator.read<Result>(created.headers.get('location') ?? '')
    const root = await administrator.read<SirenDocument>('/api/ProcessingStepsRoot')
    const tags = await administrator.get(hrefOf(root, 'UsedTagsAdmin') ?? '')

    expect(refused.status).toBe(403)
    expect(result.class).toEqual(['AdminProcessingStepQueryResult'])
    expect(namesOf(result)).toEqual([...CLEANS, 'cleaner 0.3'])
    expect(await tags.json()).toMatchObject({
      class: ['ProcessingStepUsedTagsAdmin'],
      properties: { Tags: ['kind=table', 'new'] },
    })
    expect((await mara.get(created.headers.get('location') ?? '')).status).toBe(403)
    expect(hrefOf(await mara.read<SirenDocument>('/api/ProcessingStepsRoot'), 'UsedTagsAdmin')).toBeUndefined()
  })
})

describe('versions', () => {
  it('sort as text like semantic versions', () => {
    const sorted = ['0.3', '1.9.0', '1.10.0', '2.0.0-rc.2', '2.0.0-rc.10', '2.0.0', '10']

    expect(sorted.toSorted((a, b) => (versionKey(a) < versionKey(b) ? -1 : 1))).toEqual(sorted)
  })

  it('match ranges, even if they are short', () => {
    expect([inRange('1.4', '^1.2'), inRange('2', '>1 <3'), inRange('1.4', '~1.3'), inRange('2.0.0-rc1', '^1')]).toEqual(
      [true, true, false, false],
    )
  })
})
