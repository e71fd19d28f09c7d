import { JOB_STATES } from '@millrace/contracts/job-states'
import type { Tx } from '@millrace/db/act'

/** How many jobs were created on one day, by their current state. Hidden jobs and sub-jobs are not counted. */
export interface JobDay {
  start: Date
  total: number
  completed: number
  failed: number
}

/**
 * Returns the job counts of the last seven days in a time zone, oldest first. Local days may have 23 or 25 hours. The
 * condition on the state lists all states, so that the index on states finds the jobs of a day.
 */
export async function lastDays(tx: Tx, ownerId: string, timeZone: string): Promise<JobDay[]> {
  const { rows } = await tx.query<JobDay>(
    `select day at time zone $2 as start, total, completed, failed
     from generate_series(
       date_trunc('day', now() at time zone $2) - interval '6 days',
       date_trunc('day', now() at time zone $2), interval '1 day') as day
     cross join lateral (
       select count(*)::int as total, (count(*) filter (where state = 'Completed'))::int as completed,
         (count(*) filter (where state = 'Error'))::int as failed
       from job where owner_id = $1 and state = any($3) and not hidden and parent_id is null
         and created_at >= day at time zone $2 and created_at < (day + interval '1 day') at time zone $2) as jobs
     order by day`,
    [ownerId, timeZone, JOB_STATES],
  )
  return rows
}

/** Returns whether an error means that PostgreSQL does not know the time zone. */
export function isUnknownTimeZone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22023'
}
