import type { JobState } from '@millrace/contracts/job-states'
import type { AdminJobFilter, JobQueryParameters } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { firstAfter } from '@millrace/db/instants'
import { type Cursor, cursorOf, cut, orderOf, type PageRequest, rowsAfter, type SortKey } from '@millrace/db/keyset'
import { containing } from '@millrace/db/like'
import { type JobRow, job, jobInput } from '@millrace/db/schema/jobs'
import { type TagQuery, tagQuerySql } from '@millrace/db/tag-query'
import {
  and,
  arrayContains,
  arrayOverlaps,
  count,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Whose } from '#access/scope.ts'

/** The server's form of the filter: addresses became ids. */
export interface JobConditions extends Omit<AdminJobFilter, 'WorkDataUrl' | 'ProcessingStepUrl' | 'ParentJobUrl'> {
  workDataId?: string
  stepId?: string
  parentId?: string
  tagQuery?: TagQuery | undefined
  /** No job can fulfil it. */
  isImpossible?: boolean
}

export async function list(
  tx: Tx,
  whose: Whose,
  filter: JobConditions,
  sort: JobQueryParameters['SortBy'],
  page: PageRequest,
): Promise<{ rows: JobRow[]; total: number; last: Cursor | undefined }> {
  const where = and(conditions(whose, filter), ofTab(filter))
  const keys = sortKeys(sort)
  const found = await tx.orm
    .select({ ...LIGHT, cursor: cursorOf(keys), bytes: BYTES })
    .from(job)
    .where(and(where, rowsAfter(keys, page.after)))
    .orderBy(...orderOf(keys))
    .limit(page.limit + 1)
    .offset(page.after ? 0 : page.offset)
  const { rows, last } = cut(found, page)
  const [counted] = await tx.orm.select({ total: count() }).from(job).where(where)
  return { rows: await whole(tx, rows), last, total: counted?.total ?? 0 }
}

const { parameters: _parameters, result: _result, ...LIGHT } = getTableColumns(job)

/** About how much a job adds to a document; every file in a slot is embedded. */
const BYTES =
  sql<number>`(coalesce(octet_length(${job.parameters}::text), 0) + coalesce(octet_length(${job.result}::text), 0)
  + 3 * octet_length(${job.tags}::text)
  + 2500 * (select count(*) from job_input where job_input.job_id = ${job.id})
  + 2500 * (select count(*) from job_output where job_output.job_id = ${job.id}))`.mapWith(Number)

/** The jobs with what may be heavy in them: read only for those that are shown. */
async function whole(tx: Tx, jobs: Omit<JobRow, 'parameters' | 'result'>[]): Promise<JobRow[]> {
  if (jobs.length === 0) return []
  const heavy = await tx.orm
    .select({ id: job.id, parameters: job.parameters, result: job.result })
    .from(job)
    .where(
      inArray(
        job.id,
        jobs.map(({ id }) => id),
      ),
    )
  const byId = new Map(heavy.map((row) => [row.id, row]))
  return jobs.map((light) => ({ parameters: null, result: null, ...light, ...byId.get(light.id) }))
}

/** How many jobs the filter finds in each state, and how many need a person, ignoring its own state and needs-you conditions. */
export async function counts(
  tx: Tx,
  whose: Whose,
  filter: JobConditions,
): Promise<{ states: Partial<Record<JobState, number>>; needsYou: number }> {
  const rows = await tx.orm
    .select({
      state: job.state,
      jobs: count(),
      needy: sql<number>`count(*) filter (where ${needsYou()})`.mapWith(Number),
    })
    .from(job)
    .where(conditions(whose, filter))
    .groupBy(job.state)
  return {
    states: Object.fromEntries(rows.map((row) => [row.state, row.jobs])),
    needsYou: rows.reduce((sum, row) => sum + row.needy, 0),
  }
}

export async function tagsOf(tx: Tx, whose: Whose, filter: JobConditions): Promise<string[]> {
  const rows = await tx.orm
    .selectDistinct({ tag: sql<string>`unnest(${job.tags})` })
    .from(job)
    .where(and(conditions(whose, filter), ofTab(filter)))
    .orderBy(sql`1`)
    .limit(1000)
  return rows.map((row) => row.tag)
}

function conditions(whose: Whose, filter: JobConditions): SQL | undefined {
  return and(
    whose === undefined ? undefined : eq(job.ownerId, whose),
    filter.isImpossible ? sql`false` : undefined,
    filter.WorkerId ? eq(job.worker, filter.WorkerId) : undefined,
    filter.Name ? ilike(job.name, containing(filter.Name)) : undefined,
    filter.ShowHidden ? undefined : eq(job.hidden, false),
    filter.stepId ? eq(job.stepId, filter.stepId) : undefined,
    filter.parentId ? eq(job.parentId, filter.parentId) : undefined,
    filter.workDataId ? uses(filter.workDataId) : undefined,
    filter.IsSubJob == null ? undefined : filter.IsSubJob ? isNotNull(job.parentId) : isNull(job.parentId),
    filter.TagsByAnd?.length ? arrayContains(job.tags, filter.TagsByAnd) : undefined,
    filter.TagsByOr?.length ? arrayOverlaps(job.tags, filter.TagsByOr) : undefined,
    filter.tagQuery && tagQuerySql(job.tags, filter.tagQuery),
    filter.CreatedAfter ? gte(job.createdAt, firstAfter(filter.CreatedAfter)) : undefined,
    filter.CreatedBefore ? lt(job.createdAt, new Date(filter.CreatedBefore)) : undefined,
  )
}

function uses(workDataId: string): SQL {
  return sql`${job.id} in (select ${jobInput.jobId} from ${jobInput} where ${jobInput.workDataId} = ${workDataId})`
}

/** What the tabs of a list differ in. */
function ofTab(filter: JobConditions): SQL | undefined {
  return and(ofStates(filter), filter.NeedsYou ? needsYou() : undefined)
}

/**
 * Jobs that wait for a person: those that failed or miss data, and drafts that were left for a day. A job that was run
 * again is in the hands of its later run: that one runs, is done, or is the one that needs somebody. A later run that is
 * still a draft, or was canceled, changes nothing.
 */
function needsYou(): SQL {
  return sql`(
    ${job.state} in ('Error', 'DataMissing') and not exists (
      select 1 from ${job} later
      where later.owner_id = ${job.ownerId} and later.again_of = coalesce(${job.againOf}, ${job.id})
        and later.created_at > ${job.createdAt} and later.state not in ('Created', 'ReadyForProcessing', 'Canceled')
    )
    or ${job.state} = 'Created' and ${job.createdAt} < now() - interval '1 day'
  )`
}

function ofStates(filter: JobConditions): SQL | undefined {
  const wanted = [...(filter.State ? [filter.State] : []), ...(filter.States ?? [])]
  if (wanted.length === 0) return undefined
  const stored = wanted.filter((state): state is JobState => state !== 'Undefined')
  return stored.length === 0 ? sql`false` : inArray(job.state, stored)
}

function sortKeys(sort: JobQueryParameters['SortBy']): SortKey[] {
  const isAsked = sort?.PropertyName && sort.SortType !== 'None'
  const descending = !isAsked || sort.SortType === 'Descending'
  const id: SortKey = { by: job.id, kind: 'uuid', descending }
  switch (isAsked ? sort.PropertyName : 'CreatedAt') {
    case 'Name':
      return [{ by: job.name, kind: 'text', descending }, id]
    case 'CompletedAt':
      return [{ by: job.completedAt, kind: 'instant', descending, nullable: true }, id]
    default:
      return [{ by: job.createdAt, kind: 'instant', descending }, id]
  }
}
