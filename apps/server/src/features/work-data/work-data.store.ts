import type { Tx } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import { preparedQuery } from '@millrace/db/prepared-query'
import { job, jobInput, jobOutput } from '@millrace/db/schema/jobs'
import { type NewWorkData, type WorkDataRow, workData } from '@millrace/db/schema/work-data'
import { ABANDONED_TRIAL, IS_ABANDONED_TRIAL, IS_USED_AS_INPUT } from '@millrace/db/used-as-input'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter, Reach } from '#access/scope.ts'
import { lastExecutions } from './last-executions.store.ts'
import type { WorkDataFound } from './work-data.rules.ts'

/** Inserts work data. Returns the rows, including columns that the database fills in. */
export function insertMany(tx: Tx, rows: NewWorkData[]): Promise<WorkDataRow[]> {
  return tx.orm.insert(workData).values(rows).returning()
}

/** Returns the owner's rows that were created in the same transaction as the row `id`, including that row. */
export function findRecordedWith(tx: Tx, owner: OwnerFilter, id: string): Promise<WorkDataRow[]> {
  const moment = tx.orm.select({ at: workData.createdAt }).from(workData).where(eq(workData.id, id))
  return tx.orm
    .select()
    .from(workData)
    .where(and(ofOwner(owner), eq(workData.createdAt, moment)))
    .orderBy(workData.id)
}

/**
 * Returns the rows with these ids within reach. Lock rows `for update` before changing them, and `for key share` before
 * referring to them, so that they cannot be deleted before the transaction ends.
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

/**
 * Returns the work data with this id, if it is within reach. If `lock` is true, the row is locked until the transaction
 * ends.
 */
export async function find(tx: Tx, reach: Reach, id: string, lock = false): Promise<WorkDataFound | undefined> {
  const [row] = await findMany(tx, reach, [id], lock ? 'update' : undefined)
  return row
}

/** Maps each file's id to the owner's oldest visible file with the same name and content, and locks that file. */
export async function sameFiles(tx: Tx, ownerId: string, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; same: string }>(
    `select file.id, one.id as same from work_data file, lateral (
       select id from work_data w
       where w.sha256 = file.sha256 and w.owner_id = $1 and w.name = file.name and not w.hidden
       order by w.created_at, w.id limit 1 for key share of w) one
     where file.id = any($2::uuid[])`,
    [ownerId, ids],
  )
  return new Map(rows.map(({ id, same }) => [id, same]))
}

/** Whether the owner has work data of this size and, if a hash is given, with this content. */
export async function hasContent(
  tx: Tx,
  ownerId: string,
  { sizeInBytes, sha256 }: { sizeInBytes: number; sha256?: string },
): Promise<boolean> {
  const { rows } = await tx.query(
    `select from work_data where owner_id = $1 and size_in_bytes = $2 and sha256 = coalesce($3, sha256) limit 1`,
    [ownerId, sizeInBytes, sha256],
  )
  return rows.length > 0
}

export async function update(tx: Tx, id: string, change: Partial<WorkDataRow>): Promise<void> {
  await tx.orm.update(workData).set(change).where(eq(workData.id, id))
}

/**
 * Deletes work data, and removes it from the inputs of abandoned trial runs. The caller must check that no other job
 * uses it.
 */
export async function remove(tx: Tx, ids: string[]): Promise<void> {
  const used = inArray(jobInput.workDataId, ids)
  const byTrial = sql`exists (select from ${job} where ${job.id} = ${jobInput.jobId} and ${IS_ABANDONED_TRIAL})`
  await tx.orm.delete(jobInput).where(and(used, byTrial))
  await tx.orm.delete(workData).where(inArray(workData.id, ids))
}

export async function resultsOf(tx: Tx, jobIds: string[]): Promise<string[]> {
  const rows = await tx.orm
    .selectDistinct({ id: jobOutput.workDataId })
    .from(jobOutput)
    .where(and(sql`${jobOutput.jobId} = any(${sql.param(jobIds)}::uuid[])`, isNotNull(jobOutput.workDataId)))
  return rows.flatMap(({ id }) => id ?? [])
}

/** Returns the hashes that no row of any owner refers to. Requires a system transaction. */
export async function orphanedAmong(tx: Tx, sha256s: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    `select sha256 from unnest($1::text[]) as one(sha256)
     where not exists (select 1 from work_data where work_data.sha256 = one.sha256)
       and not exists (select 1 from job_output where job_output.sha256 = one.sha256)`,
    [sha256s],
  )
  return rows.map((row) => row.sha256)
}

/** Deletes outputs of attempts that did not complete. Requires a system transaction. */
export async function removeDeadOutputs(tx: Tx): Promise<void> {
  await tx.query(
    `delete from job_output where work_data_id is null and not exists (
       select 1 from job where job.id = job_output.job_id and job.attempt = job_output.attempt and state = 'Processing')`,
  )
}

/** Locks blobs until the transaction ends, so that they are not deleted. Other transactions can hold the same lock. */
export async function lockBlobs(tx: Tx, sha256s: string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared(hashtextextended(sha256, ${LOCKS.content})) from unnest($1::text[]) as one(sha256)`,
    [sha256s],
  )
}

/**
 * Tries to lock a blob, so that no other transaction can refer to it. Returns false if another transaction or a backup
 * holds a lock.
 */
export async function lockBlobExclusively(tx: Tx, sha256: string): Promise<boolean> {
  const { rows } = await tx.query<{ ours: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${LOCKS.backup})
       and pg_try_advisory_xact_lock(hashtextextended($1, ${LOCKS.content})) as ours`,
    [sha256],
  )
  return rows[0]?.ours === true
}

/** Returns which of the ids are inputs of jobs. Abandoned trial runs don't count. */
async function usedAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await usedWorkData(tx, { ids })
  return new Set(rows.map((row) => row.id))
}

const usedWorkData = preparedQuery((orm) =>
  orm
    .select({ id: workData.id })
    .from(workData)
    .where(sql`${workData.id} = any(${sql.placeholder('ids')}::uuid[]) and ${IS_USED_AS_INPUT}`)
    .prepare('used_work_data'),
)

/**
 * Returns the name of a trial run in progress that uses this work data as an input. Undefined if there is none, or if a
 * job that is not a hidden trial run uses the work data.
 */
export async function onlyTrialWith(tx: Tx, workDataId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string; isLasting: boolean }>(
    `select job.name, not (job.is_trial and job.hidden) as "isLasting"
     from job_input join job on job.id = job_input.job_id where job_input.work_data_id = $1 and not ${ABANDONED_TRIAL}
     order by "isLasting" desc limit 1`,
    [workDataId],
  )
  return rows[0]?.isLasting ? undefined : rows[0]?.name
}

/** Adds to each row whether a job uses it as an input and, for workflows, the most recent execution. */
export async function withUse(tx: Tx, rows: WorkDataRow[]): Promise<WorkDataFound[]> {
  const used = await usedAmong(
    tx,
    rows.map((row) => row.id),
  )
  const executions = await lastExecutions(tx, rows)
  return rows.map((row) => ({ ...row, isUsed: used.has(row.id), lastExecution: executions.get(row.id) }))
}

function ofOwner(ownerId: OwnerFilter): SQL | undefined {
  return ownerId === undefined ? undefined : eq(workData.ownerId, ownerId)
}
