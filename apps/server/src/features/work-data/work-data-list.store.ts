import { acceptedBy } from '@millrace/contracts/media-types'
import type { WorkDataFilter, WorkDataKind, WorkDataQueryParameters } from '@millrace/contracts/work-data'
import type { Tx } from '@millrace/db/act'
import { firstAfter } from '@millrace/db/instants'
import type { Cursor, PageRequest, SortKey } from '@millrace/db/keyset'
import { contains, includes } from '@millrace/db/like'
import {
  COUNTED,
  countRows,
  distinctValues,
  findPositions,
  type ListSource,
  pageOfRows,
  SAMPLED,
} from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { preparedQuery } from '@millrace/db/prepared-query'
import { jobListing } from '@millrace/db/schema/jobs'
import { type WorkDataRow, workData } from '@millrace/db/schema/work-data'
import { type TagFilter, type Tagged, tagConditions, withTagsInUse } from '@millrace/db/tag-conditions'
import { tagsAmongRows, tagsOfMost, tagsOfRows, type UsedTag, usedTags } from '@millrace/db/tag-lists'
import { IS_USED_AS_INPUT } from '@millrace/db/used-as-input'
import { and, eq, getTableColumns, gte, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import type { WorkDataFound } from './work-data.rules.ts'
import { withUse } from './work-data.store.ts'

/** The filter as the stores use it, with ids instead of URLs. */
export interface WorkDataConditions
  extends Omit<WorkDataFilter, 'ProducerProcessingStepUrl' | 'VersionsOf' | 'WorkDataUrls' | keyof TagFilter>,
    TagFilter {
  producerStepId?: string
  /** Selects all versions of the file with this id. */
  versionId?: string
  ids?: string[]
  withoutMediaType?: string
  isImpossible?: boolean
}

const TAGGED = { kind: 'WorkData', id: workData.id } satisfies Tagged

interface Wanted {
  sort: WorkDataQueryParameters['SortBy']
  page: PageRequest
  withTags: boolean
  withKinds?: boolean
}

/**
 * Returns a page of the work data that matches a filter, with the total and, if requested, the tags and the number of
 * files of each kind. Independent queries are sent without waiting for each other's replies.
 */
export async function findPage(
  tx: Tx,
  ownerId: OwnerFilter,
  asked: WorkDataConditions,
  { sort, page, withTags, withKinds }: Wanted,
) {
  const filter = await withTagsInUse(tx, 'WorkData', ownerId, asked)
  const listing = list(tx, ownerId, filter, sort, page)
  const countingKinds = withKinds ? countKinds(tx, ownerId, filter) : undefined
  const counting = countMatching(tx, ownerId, filter, countingKinds)
  const tagging = withTags ? counting.then((total) => tagsOf(tx, ownerId, filter, total)) : null
  const [{ rows, last }, total, tags, kinds] = await Promise.all([listing, counting, tagging, countingKinds])
  return { rows, last, total, tags, kinds: kinds?.byKind }
}

interface KindCounts {
  /** The number of items of all kinds, at most COUNTED. */
  sum: number
  /** Undefined if `sum` is COUNTED, because there may be more items. */
  byKind: Partial<Record<WorkDataKind, number>> | undefined
}

async function countMatching(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: WorkDataConditions,
  countingKinds: Promise<KindCounts> | undefined,
): Promise<number> {
  const kinds = await countingKinds
  if (kinds && !filter.IsKind) return kinds.sum
  if (kinds?.byKind && filter.IsKind) return kinds.byKind[filter.IsKind] ?? 0
  return countRows(tx, listed(ownerId, filter))
}

async function countKinds(tx: Tx, ownerId: OwnerFilter, filter: WorkDataConditions): Promise<KindCounts> {
  const where = conditions(ownerId, { ...filter, IsKind: null }) ?? sql`true`
  const { rows } = await tx.orm.execute<{ kind: WorkDataKind; files: number }>(
    sql`select kind, count(*)::int as files from
      (select ${workData.kind} as kind from ${workData} where ${where} limit ${COUNTED}) as counted group by kind`,
  )
  const sum = rows.reduce((total, { files }) => total + files, 0)
  const byKind = sum < COUNTED ? Object.fromEntries(rows.map(({ kind, files }) => [kind, files])) : undefined
  return { sum, byKind }
}

async function list(
  tx: Tx,
  ownerId: OwnerFilter,
  filter: WorkDataConditions,
  sort: WorkDataQueryParameters['SortBy'],
  page: PageRequest,
): Promise<{ rows: WorkDataFound[]; last: Cursor | undefined }> {
  const positions = await findPositions(tx, listed(ownerId, filter), sortKeys(sort), page)
  if (positions.length === 0) return { rows: [], last: undefined }
  const found = await rowsOfPage(tx, { ids: positions.map(({ id }) => id) })
  const { rows, last } = pageOfRows(positions, found, page)
  const [used, names] = await Promise.all([withUse(tx, rows), namesOfProducers(tx, rows)])
  return { rows: used.map((row) => ({ ...row, producedByName: names.get(row.producedByJob ?? '') })), last }
}

/**
 * Returns the names of the jobs that produced the files. The names distinguish results of one step, which often have
 * the same file name. Jobs that are not visible are left out.
 */
async function namesOfProducers(tx: Tx, files: readonly WorkDataRow[]): Promise<Map<string, string>> {
  const ids = files.flatMap(({ producedByJob }) => producedByJob ?? [])
  if (ids.length === 0) return new Map()
  const rows = await jobNames(tx, { ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const jobNames = preparedQuery((orm) =>
  orm
    .select({ id: jobListing.jobId, name: jobListing.name })
    .from(jobListing)
    .where(sql`${jobListing.jobId} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('names_of_jobs'),
)

/** Approximate size of an item of work data in a document, in bytes. */
const BYTES =
  sql<number>`(3 * octet_length(${workData.tags}::text) + coalesce(octet_length(${workData.comments}), 0))`.mapWith(
    Number,
  )

const rowsOfPage = preparedQuery((orm) =>
  orm
    .select({ ...getTableColumns(workData), bytes: BYTES })
    .from(workData)
    .where(sql`${workData.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('work_data_of_page'),
)

async function tagsOf(tx: Tx, ownerId: OwnerFilter, filter: WorkDataConditions, total: number): Promise<string[]> {
  const { ShowHidden: _, isImpossible: __, ...others } = filter
  const findsMost = !Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value != null))
  if (total > SAMPLED && findsMost) return tagsOfMost(tx, 'WorkData', ownerId, filter)
  return tagsAmongRows(tx, sample(listed(ownerId, filter)), workData.tags)
}

/**
 * Selects the first rows of a list. Their ids come from a covering index. Selecting tags directly would read every row
 * to check other conditions, such as whether the work data is deletable.
 */
function sample({ from, where, id }: ListSource): ListSource {
  const some = sql`select ${id} from ${from} where ${where ?? sql`true`} limit ${literal(SAMPLED)}`
  return { from, where: sql`${id} = any(array(${some}))`, id }
}

/** Returns the tags in use, each with the number of files that have it. Only files with all `required` tags count. */
export async function tagsInUse(tx: Tx, ownerId: OwnerFilter, required: string[] = []): Promise<UsedTag[]> {
  if (required.length === 0) return usedTags(tx, 'WorkData', ownerId)
  return tagsOfRows(tx, listed(ownerId, { ShowHidden: true, TagsByAnd: required }), workData.tags)
}

function listed(ownerId: OwnerFilter, filter: WorkDataConditions): ListSource {
  return { from: sql`${workData}`, where: conditions(ownerId, filter), id: workData.id }
}

function conditions(ownerId: OwnerFilter, filter: WorkDataConditions): SQL | undefined {
  return and(
    ownerId === undefined ? undefined : eq(workData.ownerId, ownerId),
    filter.isImpossible ? sql`false` : undefined,
    filter.NameContains ? contains(workData.name, filter.NameContains) : undefined,
    filter.MediaTypeContains ? hasMediaType(ownerId, filter.MediaTypeContains) : undefined,
    filter.FitsMediaType ? fits(filter.FitsMediaType) : undefined,
    filter.withoutMediaType ? ne(workData.mediaType, filter.withoutMediaType) : undefined,
    filter.producerStepId ? eq(workData.producedByStep, filter.producerStepId) : undefined,
    filter.ShowHidden ? undefined : eq(workData.hidden, false),
    tagConditions(TAGGED, ownerId, filter),
    filter.IsKind ? eq(workData.kind, filter.IsKind) : undefined,
    filter.CreatedAfter ? gte(workData.createdAt, firstAfter(filter.CreatedAfter)) : undefined,
    filter.CreatedBefore ? lt(workData.createdAt, new Date(filter.CreatedBefore)) : undefined,
    filter.IsDeletable == null ? undefined : eq(workData.deletable, filter.IsDeletable),
    filter.ids ? sql`${workData.id} = any(${sql.param(filter.ids)}::uuid[])` : undefined,
    filter.versionId ? versionsOf(filter.versionId) : undefined,
    filter.IsUsed == null ? undefined : filter.IsUsed ? IS_USED_AS_INPUT : not(IS_USED_AS_INPUT),
  )
}

/**
 * Returns the condition that the media type includes the text. Compares only the distinct media types, because there
 * are only a few of them.
 */
function hasMediaType(ownerId: OwnerFilter, text: string): SQL {
  const types = distinctValues(workData.mediaType, ownerId === undefined ? undefined : eq(workData.ownerId, ownerId))
  return sql`${workData.mediaType} = any(array(
    select value from (${types}) as types where ${includes(sql`value`, text)}))`
}

/**
 * Returns the condition that a file fits a slot with this media type. Undefined if every file does. Must agree with
 * `fitsSlot`.
 */
function fits(slotMediaType: string): SQL | undefined {
  const accepted = acceptedBy(slotMediaType)
  if (!accepted) return undefined
  const isOfFamily = accepted.families.map(
    ({ start, end }) =>
      sql`(starts_with(${workData.mediaType}, ${start}) and right(${workData.mediaType}, ${end.length}) = ${end})`,
  )
  return or(sql`${workData.mediaType} = any(${sql.param(accepted.types)}::text[])`, ...isOfFamily)
}

function versionsOf(id: string): SQL {
  const series = sql`(select one.series from ${workData} one where one.id = ${id})`
  return sql`(${workData.id} = ${id} or ${workData.series} = ${series})`
}

const SORTED = {
  Name: { by: sql`${workData.name} collate "natural"`, kind: 'text' },
  MediaType: { by: workData.mediaType, kind: 'text' },
  Kind: { by: workData.kind, kind: 'text' },
  SizeInBytes: { by: workData.sizeInBytes, kind: 'number' },
  CreatedAt: { by: workData.createdAt, kind: 'instant' },
} satisfies Record<string, SortKey>

function sortKeys(sort: WorkDataQueryParameters['SortBy']): SortKey[] {
  const isAsked = sort?.PropertyName && sort.SortType !== 'None'
  const descending = !isAsked || sort.SortType === 'Descending'
  const first = SORTED[(isAsked && sort.PropertyName) || 'CreatedAt']
  return [
    { ...first, descending },
    { by: workData.id, kind: 'uuid', descending },
  ]
}
