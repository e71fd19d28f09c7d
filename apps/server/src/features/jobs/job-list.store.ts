import type { JobState } from '@millrace/contracts/job-states'
import type { AdminJobFilter, JobQueryParameters } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { type JobRow, job, jobInput } from '@millrace/db/schema/jobs'
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
import { firstAfter } from '#http/instants.ts'
import { behind, type Cursor, cursorOf, cut, orderOf, type PageWish, type SortKey } from '#http/keyset.ts'
import { containing } from '#http/like.ts'
import type { Whose } from '../admin/own-or-foreign.ts'
import { tagQuerySql } from '../tags/tag-query.store.ts'
import type { TagQuery } from '../tags/tag-query.ts'

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
  page: PageWish,
): Promise<{ rows: JobRow[]; total: number; last: Cursor | undefined }> {
  const where = and(conditions(whose, filter), ofStates(filter))
  const keys = sortKeys(sort)
  const rows = await tx.orm
    .select({ ...getTableColumns(job), cursor: cursorOf(keys) })
    .from(job)
    .where(and(where, behind(keys, page.after)))
    .orderBy(...orderOf(keys))
    .limit(page.limit + 1)
    .offset(page.after ? 0 : page.offset)
  const [counted] = await tx.orm.select({ total: count() }).from(job).where(where)
  return { ...cut(rows, page.limit), total: counted?.total ?? 0 }
}

/** How many jobs the filter finds in each state, leaving its own wish for states aside. */
export async function countByState(
  tx: Tx,
  whose: Whose,
  filter: JobConditions,
): Promise<Partial<Record<JobState, number>>> {
  const rows = await tx.orm
    .select({ state: job.state, jobs: count() })
    .from(job)
    .where(conditions(whose, filter))
    .groupBy(job.state)
  return Object.fromEntries(rows.map((row) => [row.state, row.jobs]))
}

export async function tagsOf(tx: Tx, whose: Whose, filter: JobConditions): Promise<string[]> {
  const rows = await tx.orm
    .selectDistinct({ tag: sql<string>`unnest(${job.tags})` })
    .from(job)
    .where(and(conditions(whose, filter), ofStates(filter)))
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
