import type { JobQueryParameters } from '@millrace/contracts/jobs'
import type { Tx } from '@millrace/db/act'
import { type Cursor, fitsPage, type PageRequest } from '@millrace/db/keyset'
import { findPositions, pageOfRows, type RowPosition, SAMPLED } from '@millrace/db/lists'
import { preparedQuery } from '@millrace/db/prepared-query'
import { type JobRow, job } from '@millrace/db/schema/jobs'
import { withTagsInUse } from '@millrace/db/tag-conditions'
import { tagsAmongRows, tagsOfMost, type UsedTag, usedTags } from '@millrace/db/tag-lists'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OwnerFilter } from '#access/scope.ts'
import { findsMost, isCovered, type JobConditions } from './job-conditions.store.ts'
import { type Counted, count, type JobCounts } from './job-counts.store.ts'
import { ordered, sampleOf } from './job-order.store.ts'

interface JobPage<Shown> extends Omit<JobCounts, 'seen'> {
  shown: Shown
  /** The cursor of the last row. Undefined if no rows follow. */
  last: Cursor | undefined
  /**
   * The tags of the matching jobs. Unless the filter matches most jobs, only up to SAMPLED jobs are read, so tags may
   * be missing. Null if tags are not requested.
   */
  tags: string[] | null
}

interface Wanted<Shown> {
  sort: JobQueryParameters['SortBy']
  page: PageRequest
  withTags: boolean
  counted?: Counted | undefined
  show(rows: JobRow[]): Promise<Shown>
}

/**
 * Returns a page of the matching jobs, with counts and tags. If the matches are collected to count them, the page is
 * found among them. Otherwise the page is queried first, so that the jobs are counted while the data of the page is
 * read.
 */
export async function findPage<Shown>(
  tx: Tx,
  ownerId: OwnerFilter,
  asked: JobConditions,
  { sort, page, withTags, counted = 'tabs', show }: Wanted<Shown>,
): Promise<JobPage<Shown>> {
  const filter = await withTagsInUse(tx, 'Job', ownerId, asked)
  const countAll = () => count(tx, ownerId, filter, { sort, page }, counted)
  const searched = isCovered(filter) ? undefined : await countAll()
  const { seen } = searched ?? {}
  const positions = seen?.positions ?? (await positionsIn(tx, ownerId, filter, sort, page))
  const { rows, last } = await read(tx, positions, page)
  const showing = show(rows)
  const counting = searched ? Promise.resolve(searched) : countAll()
  const tagging = withTags ? (seen?.tags ?? tagsOf(tx, ownerId, filter, counting)) : null
  const [{ seen: _, ...counts }, shown, tags] = await Promise.all([counting, showing, tagging])
  return { ...counts, shown, last, tags }
}

function positionsIn(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  sort: JobQueryParameters['SortBy'],
  page: PageRequest,
): Promise<RowPosition[]> {
  const { source, keys } = ordered(ownerId, filter, sort)
  return findPositions(tx, source, keys, page)
}

async function read(tx: Tx, positions: RowPosition[], page: PageRequest) {
  if (positions.length === 0) return { rows: [], last: undefined }
  const found = await rowsOfPage(tx, { ids: positions.map(({ id }) => id) })
  return pageOfRows(positions, found.map(withContent), page)
}

const { parameters, result, tags, ...LIGHT } = getTableColumns(job)

/** SQL for the approximate size of a job in a document, in bytes. The document embeds every file in a slot. */
const BYTES = sql`(coalesce(octet_length(${job.parameters}::text), 0) + coalesce(octet_length(${job.result}::text), 0)
  + 3 * octet_length(${job.tags}::text)
  + 2500 * (select count(*) from job_input where job_input.job_id = ${job.id})
  + 2500 * (select count(*) from job_output where job_output.job_id = ${job.id}))`

/**
 * The jobs with the given ids, each with its size and whether it still fits into the page. OFFSET makes the database
 * compute each size only once.
 */
const SIZED = sql`(select id, bytes, ${fitsPage({ bytes: sql`bytes`, nth: sql`nth` })} as fits
  from (select ${job.id} as id, wanted.nth, ${BYTES} as bytes
    from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as wanted(id, nth) join ${job} on ${job.id} = wanted.id offset 0) as found) as sized`

/** Returns SQL that reads the column only for jobs that fit into the page. For other jobs, the value is null. */
function ifItFits<T>(column: PgColumn): SQL<T | null> {
  return sql`case when sized.fits then ${column} end`.mapWith(column) as SQL<T | null>
}

const rowsOfPage = preparedQuery((orm) =>
  orm
    .select({
      ...LIGHT,
      parameters: ifItFits<JobRow['parameters']>(parameters),
      result: ifItFits<JobRow['result']>(result),
      tags: ifItFits<JobRow['tags']>(tags),
      bytes: sql<number>`sized.bytes`.mapWith(Number),
    })
    .from(job)
    .innerJoin(SIZED, sql`${job.id} = sized.id`)
    .prepare('jobs_of_page'),
)

function withContent<R extends { tags: string[] | null }>(row: R): R & { tags: string[] } {
  return { ...row, tags: row.tags ?? [] }
}

async function tagsOf(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: JobConditions,
  counting: Promise<Pick<JobCounts, 'total'>>,
): Promise<string[]> {
  if (findsMost(filter) && (await counting).total > SAMPLED) return tagsOfMost(tx, 'Job', ownerId, filter)
  const sample = sampleOf(ownerId, filter, sql`${job.id}, ${job.tags}`)
  return tagsAmongRows(tx, { from: sql`(${sample}) as ${job}`, where: undefined, id: job.id }, job.tags)
}

/** Returns the tags of the owner's jobs in alphabetical order, each with its number of jobs. */
export function tagsInUse(tx: Tx, ownerId: OwnerFilter): Promise<UsedTag[]> {
  return usedTags(tx, 'Job', ownerId)
}
