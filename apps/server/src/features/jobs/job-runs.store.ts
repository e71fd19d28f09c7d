import type { JobProperties } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { type JobRow, job } from '@millrace/db/schema/jobs'
import { and, desc, eq, or } from 'drizzle-orm'

/*
 * Selects a job and its repetitions: the job that was run first, and all jobs that repeat that job. The first job has
 * the lowest id.
 */

function ofSeries({ id, againOf, ownerId }: JobRow) {
  const first = againOf ?? id
  return and(eq(job.ownerId, ownerId), or(eq(job.id, first), eq(job.againOf, first)))
}

/** Returns the most recent runs of the same job, latest first. */
export function runsOf(tx: Tx, row: JobRow): Promise<JobRow[]> {
  return tx.orm.select().from(job).where(ofSeries(row)).orderBy(desc(job.id)).limit(LIMITS.jobRunsMax)
}

/**
 * Returns which of the recent runs this run is, and how many recent runs there are. Undefined if the job has no other
 * runs, or if this run is not recent.
 */
export async function runOf(tx: Tx, row: JobRow): Promise<JobProperties['Run']> {
  const ids = await tx.orm
    .select({ id: job.id })
    .from(job)
    .where(ofSeries(row))
    .orderBy(desc(job.id))
    .limit(LIMITS.jobRunsMax)
  const later = ids.findIndex(({ id }) => id === row.id)
  return ids.length < 2 || later < 0 ? undefined : { Number: ids.length - later, Count: ids.length }
}
