import type { JobProperties } from '@millrace/contracts/jobs'
import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { type JobRow, job } from '@millrace/db/schema/jobs'
import { and, desc, eq, or } from 'drizzle-orm'

/*
 * A job that repeats another one refers to the first job of the series. The first job has the lowest id, because ids are
 * made in the order of time. Only the latest runs of a long series are read.
 */

function ofSeries({ id, againOf, ownerId }: JobRow) {
  const first = againOf ?? id
  return and(eq(job.ownerId, ownerId), or(eq(job.id, first), eq(job.againOf, first)))
}

/** All runs of the same job, the latest first. */
export function runsOf(tx: Tx, row: JobRow): Promise<JobRow[]> {
  return tx.orm.select().from(job).where(ofSeries(row)).orderBy(desc(job.id)).limit(LIMITS.jobRunsMax)
}

/** Which run of how many this job is. Undefined if it was run only once. */
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
