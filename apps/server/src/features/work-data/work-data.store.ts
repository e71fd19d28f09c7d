import type { WorkDataFilter, WorkDataQueryParameters } from '@millrace/contracts/work-data'
import type { Tx } from '@millrace/db/act'
import { firstAfter } from '@millrace/db/instants'
import { type Cursor, cursorOf, cut, orderOf, type PageRequest, rowsAfter, type SortKey } from '@millrace/db/keyset'
import { containing } from '@millrace/db/like'
import { jobInput } from '@millrace/db/schema/jobs'
import { type NewWorkData, type WorkDataRow, workData } from '@millrace/db/schema/work-data'
import { type TagQuery, tagQuerySql } from '@millrace/db/tag-query'
import {
  and,
  arrayContains,
  arrayOverlaps,
  count,
  eq,
  exists,
  getTableColumns,
  gte,
  ilike,
  inArray,
  lt,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Reach, Whose } from '#access/scope.ts'

/** Keeps these advisory locks apart from others. */
const BYTES_LOCKS = 7_100_005

/** A row, and whether any job has it as an input. */
export interface WorkDataFound extends WorkDataRow {
  isUsed: boolean
}

/** The server's form of the filter: addresses became ids. */
export interface WorkDataConditions extends Omit<WorkDataFilter, 'ProducerProcessingStepUrl'> {
  producerStepId?: string
  tagQuery?: TagQuery | undefined
  /** No work data can fulfil it. */
  isImpossible?: boolean
}

export function insertMany(tx: Tx, rows: NewWorkData[]): Promise<WorkDataRow[]> {
  return tx.orm.insert(workData).values(rows).returning()
}

/**
 * The rows of these ids. Missing and foreign ones are left out. Rows that are about to change are locked for `update`,
 * those that are about to be named by others for `key share`: they cannot be deleted meanwhile.
 */
export async function findMany(
  tx: Tx,
  reach: Reach,
  ids: string[],
  lock?: 'update' | 'key share',
): Promise<WorkDataFound[]> {
  if (ids.length === 0) return []
  const query = tx.orm
    .select()
    .from(workData)
    .where(and(ofOwner(reach.owner), inArray(workData.id, ids)))
  return withUse(tx, lock ? await query.for(lock) : await query)
}

export async function find(tx: Tx, reach: Reach, id: string, lock = false): Promise<WorkDataFound | undefined> {
  const [row] = await findMany(tx, reach, [id], lock ? 'update' : undefined)
  return row
}

export async function list(
  tx: Tx,
  whose: Whose,
  filter: WorkDataConditions,
  sort: WorkDataQueryParameters['SortBy'],
  page: PageRequest,
): Promise<{ rows: WorkDataFound[]; total: number; last: Cursor | undefined }> {
  const where = conditions(whose, filter)
  const keys = sortKeys(sort)
  const found = await tx.orm
    .select({ ...getTableColumns(workData), cursor: cursorOf(keys), bytes: BYTES })
    .from(workData)
    .where(and(where, rowsAfter(keys, page.after)))
    .orderBy(...orderOf(keys))
    .limit(page.limit + 1)
    .offset(page.after ? 0 : page.offset)
  const { rows, last } = cut(found, page)
  const [counted] = await tx.orm.select({ total: count() }).from(workData).where(where)
  return { rows: await withUse(tx, rows), total: counted?.total ?? 0, last }
}

/** About how much a file adds to a document. */
const BYTES =
  sql<number>`(3 * octet_length(${workData.tags}::text) + coalesce(octet_length(${workData.comments}), 0))`.mapWith(
    Number,
  )

export async function tagsOf(tx: Tx, whose: Whose, filter: WorkDataConditions): Promise<string[]> {
  const rows = await tx.orm
    .selectDistinct({ tag: sql<string>`unnest(${workData.tags})` })
    .from(workData)
    .where(conditions(whose, filter))
    .orderBy(sql`1`)
    .limit(1000)
  return rows.map((row) => row.tag)
}

export async function update(tx: Tx, id: string, change: Partial<WorkDataRow>): Promise<void> {
  await tx.orm.update(workData).set(change).where(eq(workData.id, id))
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.orm.delete(workData).where(eq(workData.id, id))
}

/** Those of the hashes whose bytes no row of any owner names. Needs the system's view. */
export async function orphanedAmong(tx: Tx, sha256s: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    `select sha256 from unnest($1::text[]) as one(sha256)
     where not exists (select 1 from work_data where work_data.sha256 = one.sha256)
       and not exists (select 1 from job_output where job_output.sha256 = one.sha256)`,
    [sha256s],
  )
  return rows.map((row) => row.sha256)
}

/** What attempts wrote that are over and did not complete will never be seen. Needs the system's view. */
export async function removeDeadOutputs(tx: Tx): Promise<void> {
  await tx.query(
    `delete from job_output where work_data_id is null and not exists (
       select 1 from job where job.id = job_output.job_id and job.attempt = job_output.attempt and state = 'Processing')`,
  )
}

/** Keeps bytes from being unlinked until the transaction ends. */
export async function lockBlobs(tx: Tx, sha256s: string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared(hashtextextended(sha256, ${BYTES_LOCKS})) from unnest($1::text[]) as one(sha256)`,
    [sha256s],
  )
}

/** True if nobody is about to name these bytes; nobody will before the transaction ends. */
export async function lockBlobExclusively(tx: Tx, sha256: string): Promise<boolean> {
  const { rows } = await tx.query<{ ours: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1, ${BYTES_LOCKS})) as ours`,
    [sha256],
  )
  return rows[0]?.ours === true
}

/** Those of the ids that are inputs of some job. */
export async function usedAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.orm
    .selectDistinct({ id: jobInput.workDataId })
    .from(jobInput)
    .where(inArray(jobInput.workDataId, ids))
  return new Set(rows.map((row) => row.id))
}

async function withUse(tx: Tx, rows: WorkDataRow[]): Promise<WorkDataFound[]> {
  const used = await usedAmong(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, isUsed: used.has(row.id) }))
}

function ofOwner(whose: Whose): SQL | undefined {
  return whose === undefined ? undefined : eq(workData.ownerId, whose)
}

function conditions(whose: Whose, filter: WorkDataConditions): SQL | undefined {
  return and(
    ofOwner(whose),
    filter.isImpossible ? sql`false` : undefined,
    filter.NameContains ? ilike(workData.name, containing(filter.NameContains)) : undefined,
    filter.MediaTypeContains ? ilike(workData.mediaType, containing(filter.MediaTypeContains)) : undefined,
    filter.producerStepId ? eq(workData.producedByStep, filter.producerStepId) : undefined,
    filter.ShowHidden ? undefined : eq(workData.hidden, false),
    filter.TagsByAnd?.length ? arrayContains(workData.tags, filter.TagsByAnd) : undefined,
    filter.TagsByOr?.length ? arrayOverlaps(workData.tags, filter.TagsByOr) : undefined,
    filter.tagQuery && tagQuerySql(workData.tags, filter.tagQuery),
    filter.IsKind ? eq(workData.kind, filter.IsKind) : undefined,
    filter.CreatedAfter ? gte(workData.createdAt, firstAfter(filter.CreatedAfter)) : undefined,
    filter.CreatedBefore ? lt(workData.createdAt, new Date(filter.CreatedBefore)) : undefined,
    filter.IsDeletable == null ? undefined : eq(workData.deletable, filter.IsDeletable),
    filter.IsUsed == null ? undefined : used(filter.IsUsed),
  )
}

function used(wanted: boolean): SQL {
  const input = exists(sql`(select 1 from ${jobInput} where ${jobInput.workDataId} = ${workData.id})`)
  return wanted ? input : not(input)
}

const SORTED = {
  Name: { by: workData.name, kind: 'text' },
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
