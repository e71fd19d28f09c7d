import type { JobQueryParameters } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { builtOnce } from '@millrace/db/built-once'
import type { Cursor, PageRequest, SortKey } from '@millrace/db/keyset'
import { findPlaces, type ListSource, pageOfRows } from '@millrace/db/lists'
import { type JobRow, job, jobName } from '@millrace/db/schema/jobs'
import { withTagsInUse } from '@millrace/db/tag-conditions'
import { tagsAmongRows, tagsOfMost, type UsedTag, usedTags } from '@millrace/db/tag-lists'
import { and, getTableColumns, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import {
  findsMost,
  isCovered,
  type JobConditions,
  jobConditions,
  NEEDS_ATTENTION,
  nameConditions,
  nameOfJob,
  ofTab,
} from './job-conditions.ts'
import { type Counted, count, type JobCounts } from './job-counts.store.ts'

interface JobPage extends Omit<JobCounts, 'seen'> {
  rows: JobRow[]
  /** The cursor of the last row, if others follow. */
  last: Cursor | undefined
  /** The tags of all jobs that the filter finds; null if they are not wanted. */
  tags: string[] | null
}

interface Wanted {
  sort: JobQueryParameters['SortBy']
  page: PageRequest
  withTags: boolean
  counted?: Counted | undefined
}

/**
 * One page of the jobs that match a filter, with counts and tags. If counting has to collect the matching jobs, the other
 * queries use their ids instead of repeating the search. Otherwise, all queries are sent without waiting for replies.
 */
export async function findPage(
  tx: Tx,
  ownerId: OwnerFilter,
  asked: JobConditions,
  { sort, page, withTags, counted = 'tabs' }: Wanted,
): Promise<JobPage> {
  const filter = await withTagsInUse(tx, 'Job', ownerId, asked)
  const keys = sortKeys(sort)
  const counting = count(tx, ownerId, filter, keys[0]?.by === job.createdAt ? { keys, page } : undefined, counted)
  const seen = isCovered(filter) ? undefined : (await counting).seen
  const listing = list(tx, ownerId, { ...filter, among: seen?.among ?? undefined }, sort, page)
  const tagging = withTags ? (seen?.tags ?? counting.then(({ total }) => tagsOf(tx, ownerId, filter, total))) : null
  const [{ seen: _, ...counts }, { rows, last }, tags] = await Promise.all([counting, listing, tagging])
  return { ...counts, rows, last, tags }
}

async function list(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  sort: JobQueryParameters['SortBy'],
  page: PageRequest,
): Promise<{ rows: JobRow[]; last: Cursor | undefined }> {
  const places = await findPlaces(tx, listed(ownerId, filter, sort), sortKeys(sort), page)
  if (places.length === 0) return { rows: [], last: undefined }
  const ids = places.map(({ id }) => id)
  const found = await lightRows(tx, { ids })
  const { rows, last } = pageOfRows(places, found, page)
  return { rows: await withContent(tx, rows), last }
}

function listed(ownerId: OwnerFilter, filter: JobConditions, sort?: JobQueryParameters['SortBy']): ListSource {
  const where = and(jobConditions(ownerId, filter), ofTab(filter))
  if (sort?.PropertyName !== 'Name' || sort.SortType === 'None') return { from: sql`${job}`, where, id: job.id }
  const named = nameConditions(ownerId, filter)
  if (named) return { from: sql`${jobName}`, where: named, id: jobName.jobId }
  return { from: sql`${job}, ${jobName}`, where: and(nameOfJob(ownerId), where), id: jobName.jobId }
}

const AMONG = sql`${job.id} = any(${sql.placeholder('ids')}::uuid[])`

const { parameters: _parameters, result: _result, tags: _tags, ...LIGHT } = getTableColumns(job)

/** The approximate size of a job in a document, which embeds every file in a slot. */
const BYTES =
  sql<number>`(coalesce(octet_length(${job.parameters}::text), 0) + coalesce(octet_length(${job.result}::text), 0)
  + 3 * octet_length(${job.tags}::text)
  + 2500 * (select count(*) from job_input where job_input.job_id = ${job.id})
  + 2500 * (select count(*) from job_output where job_output.job_id = ${job.id}))`.mapWith(Number)

const lightRows = builtOnce((orm) =>
  orm
    .select({ ...LIGHT, bytes: BYTES })
    .from(job)
    .where(AMONG)
    .prepare('jobs_of_page'),
)

/** Adds the large columns, which are read only for the jobs on the page. */
async function withContent(tx: Tx, jobs: Omit<JobRow, 'parameters' | 'result' | 'tags'>[]): Promise<JobRow[]> {
  const ids = jobs.map(({ id }) => id)
  const content = await contentOfJobs(tx, { ids })
  const byId = new Map(content.map((row) => [row.id, row]))
  return jobs.map((light) => ({ parameters: null, result: null, tags: [], ...light, ...byId.get(light.id) }))
}

const contentOfJobs = builtOnce((orm) =>
  orm
    .select({ id: job.id, parameters: job.parameters, result: job.result, tags: job.tags })
    .from(job)
    .where(AMONG)
    .prepare('content_of_jobs'),
)

/** The tags of the `total` jobs that match a filter. */
async function tagsOf(tx: Tx, ownerId: OwnerFilter, filter: JobConditions, total: number): Promise<string[]> {
  if (total > LIMITS.countMax && findsMost(filter)) return tagsOfMost(tx, 'Job', ownerId, filter)
  return tagsAmongRows(tx, filter.NeedsYou ? needsAttention(ownerId, filter) : listed(ownerId, filter), job.tags)
}

/** The tags of jobs that need attention. The two kinds are read one after the other; see NEEDS_ATTENTION. */
function needsAttention(ownerId: OwnerFilter, filter: JobConditions): ListSource {
  const inStates = and(jobConditions(ownerId, filter), ofTab({ ...filter, NeedsYou: false }))
  const kinds = NEEDS_ATTENTION.map(
    (kind) => sql`select ${job.id}, ${job.tags} from ${job} where ${and(inStates, kind)}`,
  )
  return { from: sql`(${sql.join(kinds, sql` union all `)}) as ${job}`, where: undefined, id: job.id }
}

export function tagsInUse(tx: Tx, ownerId: OwnerFilter): Promise<UsedTag[]> {
  return usedTags(tx, 'Job', ownerId)
}

function sortKeys(sort: JobQueryParameters['SortBy']): SortKey[] {
  const isAsked = sort?.PropertyName && sort.SortType !== 'None'
  const descending = !isAsked || sort.SortType === 'Descending'
  const id: SortKey = { by: job.id, kind: 'uuid', descending }
  switch (isAsked ? sort.PropertyName : 'CreatedAt') {
    case 'Name':
      return [
        { by: sql`${jobName.name} collate "natural"`, kind: 'text', descending },
        { by: jobName.jobId, kind: 'uuid', descending },
      ]
    case 'CompletedAt':
      return [{ by: job.completedAt, kind: 'instant', descending, nullable: true }, id]
    default:
      return [{ by: job.createdAt, kind: 'instant', descending }, id]
  }
}
