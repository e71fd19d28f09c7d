import { JOB_STATES } from '@millrace/contracts/job-states'
import { asActor, asSystem, type Tx } from '@millrace/db/act'
import { COUNTED, SAMPLED } from '@millrace/db/lists'
import { testDatabase } from '@millrace/db/testing/database'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import { superuserWithoutTriggers } from '#testing/superuser.ts'
import { commonlyNamed } from './common-name.store.ts'
import type { JobConditions } from './job-conditions.store.ts'
import { findPage } from './job-list.store.ts'

/** How many jobs each of two owners has. Only the first has more than lists count. */
const JOBS = { many: 30_000, few: 3000 }

const db = await testDatabase()
const api = await testApi({ db })
const superuser = await superuserWithoutTriggers(db)
const alice = (await api.signUp()).publicId
const bob = (await api.signUp()).publicId
await fill(alice, JOBS.many)
await fill(bob, JOBS.few)

/** Inserts jobs into the tables. “Runoff” is in all names, “gauge” in one of ten, “Zeta” in 18 of the last 20. */
async function fill(ownerId: string, jobs: number): Promise<void> {
  await superuser.query(
    `insert into job (id, owner_id, created_by, name, state, hidden, parent_id, created_at)
     select gen_random_uuid(), $1::uuid, $1::uuid,
       'Runoff ' || case when n % 10 = 0 then 'gauge ' when n > $2 - 20 then 'Zeta ' else '' end || n,
       (array['Completed', 'Completed', 'Error'])[1 + n % 3], n % 50 = 0,
       case when n % 4 = 1 then $1::uuid end, timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, $2::int) as n`,
    [ownerId, jobs],
  )
  await superuser.query(
    `insert into job_listing (job_id, owner_id, name, hidden, is_trial, parent_id, created_at)
     select id, owner_id, name, hidden, is_trial, parent_id, created_at from job where owner_id = $1`,
    [ownerId],
  )
  await superuser.query('analyze job, job_listing')
}

function act<T>(ownerId: string | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ownerId ? asActor(db, { ownerId, userPublicId: ownerId }, work) : asSystem(db, work)
}

/** The ids that the sample finds, or null if it does not show that more jobs match than are counted. */
async function sampled(ownerId: string | undefined, filter: JobConditions): Promise<string[] | null> {
  const sample = commonlyNamed(ownerId, filter)
  if (!sample) throw new Error('The filter uses no sample.')
  return act(ownerId, async (tx) => (await tx.orm.execute<{ ids: string[] | null }>(sample)).rows[0]?.ids ?? null)
}

describe('common names', () => {
  it.each<[string, string | undefined, JobConditions, string]>([
    ['an owner', alice, { Name: 'RUNOFF' }, 'not hidden'],
    ['an administrator', undefined, { Name: 'off' }, 'not hidden'],
    ['hidden jobs, too', alice, { Name: 'u', ShowHidden: true }, 'true'],
    ['main jobs', alice, { Name: 'runoff', IsSubJob: false }, 'not hidden and parent_id is null'],
    ['recent jobs', alice, { Name: 'runoff', CreatedAfter: '2026-01-04' }, `not hidden and created_at > '2026-01-04'`],
  ])('are found in the sample of names of %s', async (_, ownerId, filter, plain) => {
    const ids = await sampled(ownerId, filter)

    const { rows } = await superuser.query<{ matches: number }>(
      `select count(*)::int as matches from job where id = any($1) and ${plain} and name ilike '%' || $2 || '%' and ($3::uuid is null or owner_id = $3)`,
      [ids, filter.Name, ownerId],
    )
    expect(rows[0]?.matches).toBe(ids?.length)
    expect(ids?.length).toBeGreaterThan(220)
    expect(ids?.length).toBeLessThanOrEqual(SAMPLED)
  })

  it.each<[string, string, JobConditions]>([
    ['that 3,000 of 30,000 jobs have', alice, { Name: 'gauge' }],
    ['that 20 jobs have', alice, { Name: 'zeta' }],
    ['that no job has', alice, { Name: 'level' }],
    ['that all of 3,000 jobs have', bob, { Name: 'runoff' }],
    ['that 7,500 sub-jobs have', alice, { Name: 'runoff', IsSubJob: true }],
  ])('do not include names %s', async (_, ownerId, filter) => {
    expect(await sampled(ownerId, filter)).toBeNull()
  })

  it('are not searched in the sample if the filter needs other columns', () => {
    expect(commonlyNamed(alice, { Name: 'runoff', WorkerId: 'worker 1' })).toBeUndefined()
    expect(commonlyNamed(alice, { Name: 'runoff', TagsByAnd: ['river=3'] })).toBeUndefined()
    expect(commonlyNamed(alice, { IsSubJob: false })).toBeUndefined()
  })

  it.each([
    ['Name', 'Ascending', 'name collate "natural", id'],
    ['CreatedAt', 'Descending', 'created_at desc, id desc'],
    ['CompletedAt', 'Descending', 'completed_at desc nulls last, id desc'],
  ] as const)(
    'have the same page by %s as in plain SQL, with counts that are too low',
    async (by, direction, order) => {
      const sort = { PropertyName: by, SortType: direction }
      const page = { limit: 20, offset: 40 }

      const found = await act(alice, (tx) =>
        findPage(tx, alice, { Name: 'runoff' }, { sort, page, withTags: true, show: async (rows) => rows }),
      )

      const { rows } = await superuser.query<{ id: string }>(
        `select id from job where owner_id = $1 and not hidden order by ${order} offset 40 limit 20`,
        [alice],
      )
      expect(found.shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
      expect(found.total).toBe(COUNTED)
      expect(found.partial).toEqual([...JOB_STATES, 'NeedsYou'])
      expect(found.states.Completed).toBeGreaterThan(found.states.Error ?? 0)
      expect(found.needsYou).toBe(found.states.Error)
    },
  )

  it('are counted exactly in a tab that has fewer jobs', async () => {
    const found = await act(alice, (tx) =>
      findPage(
        tx,
        alice,
        { Name: 'runoff', State: 'Error' },
        { sort: null, page: { limit: 20, offset: 0 }, withTags: false, show: async (rows) => rows },
      ),
    )

    const { rows } = await superuser.query<{ matches: number }>(
      `select count(*)::int as matches from job where owner_id = $1 and not hidden and state = 'Error'`,
      [alice],
    )
    expect(found.total).toBe(rows[0]?.matches)
    expect(found.shown).toHaveLength(20)
  })
})
