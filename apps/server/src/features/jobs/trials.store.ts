import { IN_PROGRESS_STATES } from '@millrace/contracts/job-states'
import type { Tx } from '@millrace/db/act'
import { type JobRow, job } from '@millrace/db/schema/jobs'
import { and, asc, eq, gt, lt, notInArray, type SQL, sql } from 'drizzle-orm'

/** Hides or shows the results of a job. Returns the ids of the results that changed. */
export async function setResultsHidden(tx: Tx, jobId: string, hidden: boolean): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update work_data set hidden = $2 where produced_by_job = $1 and hidden <> $2
       and id in (select work_data_id from job_output where job_id = $1) returning id`,
    [jobId, hidden],
  )
  return rows.map(({ id }) => id)
}

/** Returns ids of trials of all owners that can be deleted: up to `limit` ids above `after`, in ascending order. */
export async function oldTrials(
  tx: Tx,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<string[]> {
  const rows = await tx.orm
    .select({ id: job.id })
    .from(job)
    .where(and(gt(job.id, after), isOld(before)))
    .orderBy(asc(job.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Locks and returns a trial. Undefined if it can no longer be deleted. */
export async function lockOldTrial(tx: Tx, id: string, before: Date): Promise<JobRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(job)
    .where(and(eq(job.id, id), isOld(before)))
    .for('update')
  return row
}

/**
 * Selects trial runs that were created before the given time, were neither kept nor used, have no sub-jobs and are not
 * in progress.
 */
function isOld(before: Date): SQL | undefined {
  return and(
    eq(job.isTrial, true),
    eq(job.hidden, true),
    lt(job.createdAt, before),
    notInArray(job.state, [...IN_PROGRESS_STATES]),
    sql`not exists (select from job as part where part.parent_id = ${job.id})`,
    sql`not exists (select from job_output as output join work_data as made on made.id = output.work_data_id
      where output.job_id = ${job.id} and (not made.hidden
        or exists (select from job_input as input where input.work_data_id = made.id)))`,
  )
}
