import type { Tx } from '@millrace/db/act'

/** The jobs created on one day, without sub-jobs, counted by current state. */
export interface JobDay {
  start: Date
  total: number
  completed: number
  failed: number
}

/** Returns the last seven days in a time zone, with today last. Local days may have 23 or 25 hours. */
export async function lastDays(tx: Tx, ownerId: string, timeZone: string): Promise<JobDay[]> {
  const { rows } = await tx.query<JobDay>(
    `select day at time zone $2 as start, count(job.id)::int as total,
       (count(*) filter (where job.state = 'Completed'))::int as completed,
       (count(*) filter (where job.state = 'Error'))::int as failed
     from generate_series(
       date_trunc('day', now() at time zone $2) - interval '6 days',
       date_trunc('day', now() at time zone $2), interval '1 day') as day
     left join job on job.owner_id = $1 and not job.hidden and job.parent_id is null
       and job.created_at >= day at time zone $2 and job.created_at < (day + interval '1 day') at time zone $2
     group by day order by day`,
    [ownerId, timeZone],
  )
  return rows
}

/** Returns whether an error means that PostgreSQL does not know the time zone. */
export function isUnknownTimeZone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22023'
}
