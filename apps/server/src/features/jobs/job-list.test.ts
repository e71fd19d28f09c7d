import { JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import type { JobQueryResultProperties } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import type { PageRequest } from '@millrace/db/keyset'
import { SAMPLED } from '@millrace/db/lists'
import { EVERY_OWNER } from '@millrace/db/schema/tags'
import { testDatabase } from '@millrace/db/testing/database'
import type { SirenDocument } from '@millrace/siren/document'
import fc from 'fast-check'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import type { OwnerFilter } from '#access/scope.ts'
import { tagQueryOf } from '#features/tags/tag-query.rules.ts'
import { testApi } from '#testing/api.ts'
import { findsJobs } from '#testing/jobs.ts'
import { superuserWithoutTriggers } from '#testing/superuser.ts'
import type { JobConditions } from './job-conditions.store.ts'
import type { JobCounts } from './job-counts.store.ts'
import * as jobLists from './job-list.store.ts'

/** How many similar jobs each of two owners has. Only `many` exceeds the number up to which lists count exactly. */
const JOBS = { many: 12_000, few: 300 }
const LONG = 'x'.repeat(150)
const STEP = '22222222-2222-7222-8222-222222222222'
const DATA = '33333333-3333-7333-8333-333333333333'
const SAME_CAUSE = { stepId: STEP, state: 'Error', cause: 'The file is empty.' } as const

const db = await testDatabase()
const api = await testApi({ db })
const superuser = await superuserWithoutTriggers(db)
const alice = await api.signUp()
const bob = await api.signUp()
await fill(alice.publicId, JOBS.many)
await fill(bob.publicId, JOBS.few)

/** Inserts jobs directly into the tables, with triggers disabled. A job's number determines its data. */
async function fill(ownerId: string, jobs: number): Promise<void> {
  await asSuperuser(
    `with made as (
       select md5($1 || n)::uuid as id, n,
         case when n % 100 < 90 then 'Completed' when n % 100 < 95 then 'Error' when n % 100 < 97 then 'Created' else 'Canceled' end as state,
         timestamptz '2026-01-01' + n / 3 * interval '1 minute' as at
       from generate_series(1, $2::int) as n)
     insert into job (id, owner_id, created_by, name, state, step_id, error, tags, hidden, is_trial, parent_id, again_of, worker, created_at, completed_at)
     select id, $1::uuid, $1::uuid, (array['Clean', 'merge', 'Ä plot spring'])[1 + n % 3] || ' ' || n % 400, state,
       case when n % 9 > 0 then $3::uuid end, case when state = 'Error' and n % 2 = 0 then 'The file is empty. Upload another one.' end,
       array['parity=' || n % 2] || case when n % 7 = 0 then array['rare=' || n % 91] else '{}' end
         || case when n % 1000 = 0 then array['${LONG}' || n] else '{}' end || case when n % 11 > 0 then array['source=sensor'] else '{}' end,
       n % 50 = 0, n % 100 = 0, case when n % 10 = 9 then md5($1 || n - 9)::uuid end, case when n % 20 = 11 then md5($1 || n - 20)::uuid end,
       'worker ' || n % 4, at, case when state <> 'Created' then at + n % 97 * interval '1 minute' end
     from made`,
    [ownerId, jobs, STEP],
  )
  await asSuperuser(
    'insert into job_input (owner_id, job_id, slot, item, work_data_id) select owner_id, id, 0, 0, $2 from job where owner_id = $1 and step_id is null',
    [ownerId, DATA],
  )
  await asSuperuser(
    'insert into job_listing (job_id, owner_id, name, hidden, is_trial, parent_id, created_at) select id, owner_id, name, hidden, is_trial, parent_id, created_at from job where owner_id = $1',
    [ownerId],
  )
  await asSuperuser(
    `insert into tag (owner_id, kind, tag, resource, created_at, hidden, sub, is_public)
     select owner_id, 'Job', unnest(tags), id, created_at, hidden, parent_id is not null, false from job where owner_id = $1`,
    [ownerId],
  )
  await asSuperuser(
    `insert into used_tag (owner_id, kind, tag, hidden, sub)
     select distinct unnest(array[owner_id, '${EVERY_OWNER}']), kind, tag, hidden, sub from tag where owner_id = $1`,
    [ownerId],
  )
  await asSuperuser('analyze job, job_listing, job_input, tag, used_tag')
}

/** Runs a statement that bypasses row-level security and triggers. */
async function asSuperuser<R extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<R[]> {
  return (await superuser.query<R>(statement, values)).rows
}

/** A filter for the store, and the equivalent SQL condition on `job`. */
type Part = [JobConditions, string]

const ANY: Part = [{}, 'true']
const VISIBLE: Part = [{}, 'not hidden']
const oneOf = (...parts: Part[]) => fc.constantFrom<Part>(ANY, ...parts)
const SENSOR: Part = [{ TagsByAnd: ['source=sensor'] }, `'source=sensor' = any(tags)`]
const OF_STEP: Part = [{ stepId: STEP }, `step_id = '${STEP}'`]
const CLEAN: Part = [{ Name: 'CLEAN' }, `name ilike '%clean%'`]
const PLOT: Part = [{ Name: 'plot spring 17' }, `name ilike '%plot spring 17%'`]
const query = (text: string, plain: string): Part => [{ tagQuery: tagQueryOf(text) }, plain]
const PARTS = [
  fc.constantFrom<Part>(VISIBLE, [{ ShowHidden: true }, 'true']),
  oneOf([{ IsSubJob: true }, 'parent_id is not null'], [{ IsSubJob: false }, 'parent_id is null']),
  oneOf(
    CLEAN,
    [{ Name: 'e' }, `name ilike '%e%'`],
    PLOT,
    [{ Name: 'spring plot' }, `name ilike '%spring plot%'`],
    [{ Name: 'Ä plot spring 1' }, `name ilike '%Ä plot spring 1%'`],
    [{ Name: 'ot_spring' }, `name ilike '%ot\\_spring%'`],
    [{ Name: 'T 9' }, `name ilike '%t 9%'`],
    [{ Name: 'otspring' }, `name ilike '%otspring%'`],
    [{ Name: '100% plot' }, `name ilike '%100\\% plot%'`],
  ),
  oneOf(
    [{ TagsByAnd: ['parity=1'] }, `'parity=1' = any(tags)`],
    [{ TagsByAnd: ['parity=1', 'rare=7'] }, `tags @> '{parity=1,rare=7}'`],
    [{ TagsByAnd: [`${LONG}1000`] }, `'${LONG}1000' = any(tags)`],
    SENSOR,
    [{ TagsByOr: ['rare=0', 'rare=7', 'parity=0'] }, `tags && '{rare=0,rare=7,parity=0}'`],
    [{ TagsByOr: ['rare=7', 'source=sensor'] }, `tags && '{rare=7,source=sensor}'`],
  ),
  oneOf(
    query('rare = 7 or rare = 14', `tags && '{rare=7,rare=14}'`),
    query('parity = 1 and (rare = 7 or rare = 0)', `tags @> '{parity=1}' and tags && '{rare=7,rare=0}'`),
    query('rare = 0 or (parity = 1 and rare = 7)', `tags @> '{rare=0}' or tags @> '{parity=1,rare=7}'`),
    query('rare = 0 or not parity = 1', `tags @> '{rare=0}' or not tags @> '{parity=1}'`),
    query('parity = 1 and not rare = 7', `tags @> '{parity=1}' and not tags @> '{rare=7}'`),
    query('source = sensor and not rare = 7', `tags @> '{source=sensor}' and not tags @> '{rare=7}'`),
    query(
      'not rare = 7 and source = sensor or rare = 0',
      `tags @> '{source=sensor}' and not tags @> '{rare=7}' or tags @> '{rare=0}'`,
    ),
  ),
  oneOf(
    [{ WorkerId: 'worker 1' }, `worker = 'worker 1'`],
    OF_STEP,
    [{ WithoutTrials: true }, 'not (is_trial and hidden)'],
    [{ CreatedAfter: '2026-01-03T00:00:00Z' }, `created_at > '2026-01-03T00:00:00Z'`],
    [{ CreatedBefore: '2026-01-03T00:00:00Z' }, `created_at < '2026-01-03T00:00:00Z'`],
    [{ workDataId: DATA }, `id in (select job_id from job_input where work_data_id = '${DATA}')`],
  ),
] as const
const NEEDS_ATTENTION = `(state = 'Created' and created_at < now() - interval '1 day' or state in ('Error', 'DataMissing') and not exists (
  select from job later where later.again_of = coalesce(job.again_of, job.id) and later.owner_id = job.owner_id
    and later.created_at > job.created_at and later.state not in ('Created', 'ReadyForProcessing', 'Canceled'))
  or state = 'Processing' and exists (select from execution_run run join job part on part.id = run.job_id
    where run.execution_id = job.id and run.outcome is null and part.state = 'DataMissing'))`
const TABS: Part[] = [
  [{ State: 'Error' }, `state = 'Error'`],
  [{ State: 'Canceled', States: ['Completed', 'Canceled'] }, `state in ('Completed', 'Canceled')`],
  [{ NeedsYou: true }, NEEDS_ATTENTION],
  [
    { NeedsYou: true, except: [SAME_CAUSE] },
    `${NEEDS_ATTENTION} and (step_id is not null and cause = 'The file is empty.') is not true`,
  ],
]
const TAB = oneOf(...TABS)
const NEWEST = ['CreatedAt', 'Descending', 'created_at desc, id desc'] as const
const OLDEST = ['CreatedAt', 'Ascending', 'created_at, id'] as const
const BY_NAME = ['Name', 'Ascending', 'name collate "natural", id'] as const
const BY_COMPLETION = ['CompletedAt', 'Descending', 'completed_at desc nulls last, id desc'] as const
const SORT = fc.constantFrom(
  NEWEST,
  OLDEST,
  BY_NAME,
  ['Name', 'Descending', 'name collate "natural" desc, id desc'],
  BY_COMPLETION,
) as fc.Arbitrary<[never, never, string]>

/** Searches whose page is read from the index of tags, because more jobs match than are counted. */
const TAGS_OF_MANY = [
  SENSOR,
  query('source = sensor and not rare = 7', `tags @> '{source=sensor}' and not tags @> '{rare=7}'`),
].flatMap((part) =>
  [NEWEST, OLDEST].map((sort) => [[alice.publicId, [VISIBLE, ANY, ANY, part, ANY, ANY], ANY, sort, 5]]),
)

/** Tabs of filters by tag and by step that match more jobs than are counted, and searches by name, in several orders. */
const TABS_OF_MANY = [
  ...TABS.flatMap((tab) => [
    ...[NEWEST, BY_NAME, BY_COMPLETION].map((sort) => [
      [undefined, [VISIBLE, ANY, ANY, SENSOR, ANY, ANY], tab, sort, 5],
    ]),
    [[alice.publicId, [VISIBLE, ANY, ANY, ANY, ANY, OF_STEP], tab, NEWEST, 5]],
  ]),
  ...[ANY, ...TABS].flatMap((tab) =>
    [CLEAN, PLOT].map((name) => [[undefined, [VISIBLE, ANY, name, ANY, ANY, ANY], tab, BY_NAME, 5]]),
  ),
]

/** Reads a page by offset, and the page after it by cursor. */
async function find(ownerId: OwnerFilter, filter: JobConditions, sort: object, offset: number) {
  const read = async (tx: Tx) => {
    const pageAt = (page: PageRequest, withTags: boolean, counted?: 'total') =>
      jobLists.findPage(tx, ownerId, filter, { sort, page, withTags, counted, show: async (rows) => rows })
    const { shown, tags, last, ...counts } = await pageAt({ limit: 20, offset }, true)
    const alone = await pageAt({ limit: 20, offset }, false, 'total')
    expect([alone.total, alone.shown]).toEqual([counts.total, shown])
    const next = last ? await pageAt({ limit: 20, offset: 0, after: last }, false) : { shown: [] }
    return { ids: [...shown, ...next.shown].map((row) => row.id), counts, tags: tags ?? [] }
  }
  return ownerId ? asActor(db, { ownerId: ownerId, userPublicId: ownerId }, read) : asSystem(db, read)
}

describe('lists above the counting limit', () => {
  it('find, order and count the same jobs as plain SQL, with any filter', async () => {
    const whoseJobs = fc.constantFrom(alice.publicId, bob.publicId, undefined)
    const offsets = fc.constantFrom(0, 0, 5, 9_000)
    const asked = fc.tuple(whoseJobs, fc.tuple(...PARTS), TAB, SORT, offsets)

    await fc.assert(
      fc.asyncProperty(asked, async ([ownerId, parts, tab, [PropertyName, SortType, order], offset]) => {
        const filter: JobConditions = Object.assign({}, ...parts.map(([part]) => part), tab[0])
        const owned = ownerId ? `owner_id = '${ownerId}'` : 'true'
        const untabbed = [owned, ...parts.map(([, plain]) => `(${plain})`)].join(' and ')
        const where = `${untabbed} and ${tab[1]}`

        const { ids, counts, tags } = await find(ownerId, filter, { PropertyName, SortType }, offset)

        const page = await asSuperuser<{ id: string }>(
          `select id from job where ${where} order by ${order} offset ${offset} limit 40`,
        )
        expect(ids).toEqual(page.map((row) => row.id))
        await expectCounts(counts, untabbed, where)
        const carried = await asSuperuser<{ tag: string }>(
          `select distinct unnest(tags) collate "C" as tag from job where ${where} order by 1`,
        )
        const all = carried.map((row) => row.tag)
        if (counts.total > SAMPLED) expect(all).toEqual(expect.arrayContaining(tags))
        else expect(tags).toEqual(all)
      }),
      { numRuns: 80, seed: 7, examples: [...TAGS_OF_MANY, ...TABS_OF_MANY] as never },
    )
  })

  it('plan the counts of a page once per connection, for owners and administrators', async () => {
    const page = { sort: null, page: { limit: 20, offset: 0 }, withTags: false, show: async () => [] }
    const read = async (tx: Tx, ownerId: OwnerFilter) => {
      for (let times = 0; times < 20; times++) await jobLists.findPage(tx, ownerId, {}, page)
      const { rows } = await tx.query<{ isOwned: boolean }>(
        `select statement like '%"owner_id" = $1%' as "isOwned" from pg_prepared_statements
         where statement like '%as states(state)%' and generic_plans > 0`,
      )
      return rows.map(({ isOwned }) => isOwned)
    }

    expect(
      await asActor(db, { ownerId: alice.publicId, userPublicId: alice.publicId }, (tx) => read(tx, alice.publicId)),
    ).toContain(true)
    expect(await asSystem(db, (tx) => read(tx, undefined))).toContain(false)
  })

  it('count up to 99 jobs per tag, including long tags', async () => {
    const used = await asActor(db, { ownerId: alice.publicId, userPublicId: alice.publicId }, (tx) =>
      jobLists.tagsInUse(tx, alice.publicId),
    )

    const plain = await asSuperuser(
      `select tag, least(count(*), 100)::int as count from (select unnest(tags) collate "C" as tag from job where owner_id = $1) as one group by 1 order by 1`,
      [alice.publicId],
    )
    expect(used).toEqual(plain)
    expect(used.at(-1)?.tag).toHaveLength(LONG.length + 4)
  })

  it('FLT25 P2 report an estimated total, and limit offsets but not the next links', async () => {
    const result = await findsJobs(alice, { Pagination: { PageSize: 20, PageOffset: 10_000 } })
    const beyond = await alice.post('/api/JobQuery/CreateQuery', { Pagination: { PageSize: 20, PageOffset: 10_001 } })
    const next = result.links.find((link) => link.rel.includes('next'))
    const after = await alice.read<SirenDocument<JobQueryResultProperties>>(next?.href ?? '')

    expect(result.properties).toMatchObject({
      TotalEntities: 10_001,
      TotalIsEstimated: true,
      CurrentEntitiesCount: 20,
      PreviousEntitiesCount: 10_000,
      StateCounts: { Completed: 1000, Error: 600 },
      PartialCounts: ['Completed'],
    })
    expect(beyond.status).toBe(422)
    expect(after.properties.CurrentEntitiesCount).toBe(20)
    expect(after.links.map((link) => link.rel[0])).not.toContain('last')
  })

  it('do not report an estimate if all jobs were counted', async () => {
    const { properties } = await findsJobs(bob, {})

    expect(properties).not.toHaveProperty('TotalIsEstimated')
    expect(properties).not.toHaveProperty('PartialCounts')
    expect(properties).toMatchObject({ TotalEntities: 294, StateCounts: { Completed: 264 } })
  })
})

async function expectCounts(counts: JobCounts, untabbed: string, where: string): Promise<void> {
  const states = await asSuperuser<{ state: JobState; jobs: number; needy: number }>(
    `select state, count(*)::int as jobs, (count(*) filter (where ${NEEDS_ATTENTION}))::int as needy from job where ${untabbed} group by state`,
  )
  const [all] = await asSuperuser<{ jobs: number }>(`select count(*)::int as jobs from job where ${where}`)
  expect(counts.total).toBe(Math.min(all?.jobs ?? 0, LIMITS.countMax + 1))
  const actual: Record<string, number> = {
    ...Object.fromEntries(states.map((row) => [row.state, row.jobs])),
    NeedsYou: states.reduce((sum, row) => sum + row.needy, 0),
  }
  const given: Record<string, number> = { ...counts.states, NeedsYou: counts.needsYou }
  const matches = Object.values(counts.states).reduce((sum, jobs) => sum + jobs, 0)
  if (matches <= LIMITS.countMax && counts.partial.length === 0) expect(given).toEqual(actual)
  for (const name of [...JOB_STATES, 'NeedsYou'] as const) {
    const [shown, real] = [given[name] ?? 0, actual[name] ?? 0]
    if (counts.partial.includes(name)) expect(shown).toBeLessThanOrEqual(real)
    else expect(shown).toBe(real)
  }
}
