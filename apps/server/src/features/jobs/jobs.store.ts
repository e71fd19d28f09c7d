import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { isTerminal, JOB_STATES } from '@millrace/contracts/job-states'
import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import { type JobRow, job, jobFeed, jobMove } from '@millrace/db/schema/jobs'
import { owner } from '@millrace/db/schema/owners'
import { enqueueLast, QUEUED } from '@millrace/dispatch/enqueue'
import { and, asc, eq, gt, inArray, like, lt, or, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Reach } from '#access/scope.ts'

export type { JobRow }
export type NewJob = typeof job.$inferInsert

/** Inserts a job and returns it with the columns that the database fills in. */
export async function insert(tx: Tx, row: NewJob): Promise<JobRow> {
  const [made] = await tx.orm.insert(job).values(row).returning()
  if (!made) throw new Error('The database returned no row for a new job.')
  return made
}

/**
 * Returns SQL that is true for these ids. Passes them as one parameter, because a statement can have at most 65,535
 * parameters.
 */
function among(column: PgColumn, ids: string[]) {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`
}

function named({ owner: ownerId }: Reach, id: string) {
  return and(eq(job.id, id), ownerId === undefined ? undefined : eq(job.ownerId, ownerId))
}

export async function find(tx: Tx, reach: Reach, id: string): Promise<JobRow | undefined> {
  const [row] = await tx.orm.select().from(job).where(named(reach, id))
  return row
}

/** Returns the job with this id if it is within reach, and locks its row until the transaction ends. */
export async function lock(tx: Tx, reach: Reach, id: string): Promise<JobRow | undefined> {
  const [row] = await (reach.owner === undefined ? lockAny(tx, { id }) : lockOwn(tx, { id, owner: reach.owner }))
  return row
}

const isId = eq(job.id, sql.placeholder('id'))
const isOwn = and(isId, eq(job.ownerId, sql.placeholder('owner')))
const lockOwn = preparedQuery((orm) => orm.select().from(job).where(isOwn).for('update').prepare('lock_own_job'))
const lockAny = preparedQuery((orm) => orm.select().from(job).where(isId).for('update').prepare('lock_any_job'))

/**
 * Returns the name and state of a job, and locks it so that it cannot end or be deleted before the transaction ends.
 * Undefined if there is no such job within reach.
 */
export async function lockForShare(
  tx: Tx,
  reach: Reach,
  id: string,
): Promise<Pick<JobRow, 'name' | 'state'> | undefined> {
  const [row] = await tx.orm.select({ name: job.name, state: job.state }).from(job).where(named(reach, id)).for('share')
  return row
}

/**
 * Locks and returns, in a stable order, the active sub-jobs of these parents. A sub-job is active if it is queued,
 * running or missing data, or will start automatically. An unfinished run of a workflow is active even if it waits for
 * a user.
 */
export function lockActiveSubJobs(tx: Tx, parentIds: string[]): Promise<JobRow[]> {
  const isRun = sql`exists (select from execution_run as run where run.job_id = ${job.id})`
  const underWay = or(
    inArray(job.state, ['Pending', 'Processing', 'DataMissing']),
    and(or(eq(job.startWhenFed, true), isRun), inArray(job.state, ['Created', 'ReadyForProcessing'])),
  )
  return tx.orm
    .select()
    .from(job)
    .where(and(among(job.parentId, parentIds), underWay))
    .orderBy(asc(job.id))
    .for('update')
}

const UNFINISHED = JOB_STATES.filter((state) => !isTerminal(state))

/** Returns ids of unfinished jobs of all owners that were created before a given time, oldest first. */
export async function unfinishedBefore(tx: Tx, time: Date, limit: number): Promise<string[]> {
  const rows = await tx.orm
    .select({ id: job.id })
    .from(job)
    .where(and(lt(job.createdAt, time), inArray(job.state, UNFINISHED)))
    .orderBy(asc(job.createdAt), asc(job.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/**
 * Returns ids of jobs of all owners that are in DataMissing with an error like `error`: up to `limit` ids above
 * `after`, in ascending order.
 */
export async function missingData(
  tx: Tx,
  error: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tx.orm
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.state, 'DataMissing'), gt(job.id, after), like(job.error, error)))
    .orderBy(asc(job.id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Updates a job. A trigger in the database rejects transitions that the state table does not allow. */
export async function update(tx: Tx, id: string, change: Partial<JobRow>): Promise<void> {
  await tx.orm.update(job).set(change).where(eq(job.id, id))
}

/**
 * Makes a ready job Pending and queues its message, in the last statement of the transaction. The caller must hold the
 * row lock.
 */
export function queue(tx: Tx, { id, stepId }: { id: string; stepId: string }, parameters: JobRow['parameters']): void {
  const text = `update job set state = 'Pending', parameters = $2::jsonb where id = $1 returning ${QUEUED}`
  enqueueLast(tx, stepId, { text, values: [id, parameters && JSON.stringify(parameters)] })
}

/** Queues the message of a job that this transaction inserted as Pending. */
export function queueInserted(tx: Tx, { id, stepId }: { id: string; stepId: string }): void {
  enqueueLast(tx, stepId, { text: `select ${QUEUED} from job where id = $1`, values: [id] })
}

/** Cancels or fails jobs, and voids their lease tokens. */
export async function end(tx: Tx, ids: string[], state: 'Canceled' | 'Error', error: string | null): Promise<void> {
  await tx.orm
    .update(job)
    .set({ state, error, completedAt: sql`now()` as never, leaseToken: null, leaseUntil: null, progress: null })
    .where(among(job.id, ids))
}

/** Deletes a job with its log and slots. Its history and the work data that it produced are kept. */
export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.orm.delete(job).where(eq(job.id, id))
}

/** Locks and returns a job and all jobs below it, in a stable order. */
export async function lockTree(tx: Tx, id: string): Promise<Pick<JobRow, 'id' | 'name' | 'state'>[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with recursive tree as (
       select id from job where id = $1 union select job.id from tree join job on job.parent_id = tree.id
     ) select id from tree`,
    [id],
  )
  const ids = rows.map((row) => row.id)
  return tx.orm
    .select({ id: job.id, name: job.name, state: job.state })
    .from(job)
    .where(among(job.id, ids))
    .orderBy(asc(job.id))
    .for('update')
}

/**
 * Returns the name of an execution that is not among these jobs but reuses one of them. If that execution is nested in
 * others, returns the name of the outermost one. Undefined if there is no such execution.
 */
export async function reusedBy(tx: Tx, ids: string[]): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `with recursive above as (
       (select job.name, job.parent_id from execution_run as run join job on job.id = run.execution_id
        where run.job_id = any($1) and run.reused_from is not null and run.execution_id <> all($1) limit 1)
       union all select job.name, job.parent_id from above join job on job.id = above.parent_id
     ) select name from above where parent_id is null`,
    [ids],
  )
  return rows[0]?.name
}

/** Deletes several jobs, in the same way as `remove`. */
export async function removeAll(tx: Tx, ids: string[]): Promise<void> {
  await tx.orm.delete(job).where(among(job.id, ids))
}

const impersonator = alias(owner, 'impersonator')

/** Returns up to 1,000 state changes of a job, oldest first, with the names of the users who caused them. */
export async function history(tx: Tx, id: string) {
  return tx.orm
    .select({
      seq: jobMove.seq,
      attempt: jobMove.attempt,
      from: jobMove.fromState,
      to: jobMove.toState,
      at: jobMove.at,
      reason: jobMove.reason,
      actorName: owner.name,
      impersonatorName: impersonator.name,
    })
    .from(jobMove)
    .leftJoin(owner, eq(owner.id, jobMove.actor))
    .leftJoin(impersonator, eq(impersonator.id, jobMove.impersonator))
    .where(eq(jobMove.jobId, id))
    .orderBy(asc(jobMove.seq))
    .limit(1000)
}

/**
 * Returns the dependencies on outputs of these jobs, ordered by dependent job. Callers lock the dependent jobs in this
 * order, so that concurrent callers do not deadlock.
 */
export function fedBy(tx: Tx, fromJobIds: string[]) {
  return feedsFromJobs(tx, { fromJobIds })
}

const feedsFromJobs = preparedQuery((orm) =>
  orm
    .select()
    .from(jobFeed)
    .where(sql`${jobFeed.fromJobId} = any(${sql.placeholder('fromJobIds')}::uuid[])`)
    .orderBy(asc(jobFeed.jobId), asc(jobFeed.slot))
    .prepare('feeds_from_jobs'),
)

/** Records that an output slot of one job will fill an input slot of another. */
export async function addFeed(tx: Tx, feed: typeof jobFeed.$inferInsert): Promise<void> {
  await tx.orm.insert(jobFeed).values(feed)
}

/** Removes the job's dependencies, in one slot or in all slots. */
export async function removeFeeds(tx: Tx, jobId: string, slot?: number): Promise<void> {
  await tx.orm
    .delete(jobFeed)
    .where(and(eq(jobFeed.jobId, jobId), slot === undefined ? undefined : eq(jobFeed.slot, slot)))
}

/**
 * Applies a change of a job's tags to its results, and returns the ids of the results. A result that is in a folder
 * other than the job's stays there.
 */
export async function tagResults(
  tx: Tx,
  jobId: string,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<string[]> {
  if (added.length + removed.length === 0) return []
  const { rows } = await tx.query<{ id: string }>(
    `update work_data set tags = array(
       select tag from unnest(tags || $2::text[]) with ordinality as one(tag, place)
       where tag <> all($3::text[]) and not (
         place > cardinality(tags) and starts_with(tag, $4) and exists (
           select from unnest(tags) as own where starts_with(own, $4) and own <> all($3::text[])))
       group by tag order by min(place) limit ${LIMITS.tagsMax})
     where produced_by_job = $1 and id in (select work_data_id from job_output where job_id = $1) returning id`,
    [jobId, added, removed, FOLDER_KEY],
  )
  return rows.map(({ id }) => id)
}

/** Allows or forbids the deletion of a job's results. */
export async function markOutputs(tx: Tx, jobId: string, deletable: boolean): Promise<void> {
  await tx.orm.execute(sql`
    update work_data set deletable = ${deletable}
    where produced_by_job = ${jobId} and id in (select work_data_id from job_output where job_id = ${jobId})`)
}
