import { STEP_USE } from '@millrace/contracts/limits'
import type { StepUse } from '@millrace/contracts/processing-steps'
import type { Tx } from '@millrace/db/act'

interface Found {
  id: string
  /** For each day with jobs: its age in days, and how many jobs there were in total, completed and failed. */
  days: [number, number, number, number][]
  median: number | null
}

/**
 * Returns how an owner used steps in the last `STEP_USE.days` days. The cost does not grow with the number of jobs:
 * only the newest jobs are counted, by reading an index, and only the newest completed jobs enter the median.
 */
export async function useOf(
  tx: Tx,
  { ownerId, ids }: { ownerId: string; ids: string[] },
): Promise<Map<string, StepUse>> {
  const { rows } = await tx.query<Found>(
    `select wanted as id,
       (select json_agg(json_build_array(age, jobs, completed, failed)) from (
          select floor(extract(epoch from now() - created_at) / 86400)::int as age, count(*) as jobs,
            count(*) filter (where state = 'Completed') as completed, count(*) filter (where state = 'Error') as failed
          from (select created_at, state from job where owner_id = $1 and step_id = wanted and not hidden
                  and created_at > now() - interval '${STEP_USE.days} days'
                order by created_at desc limit ${STEP_USE.jobsMax}) as newest
          group by age) as by_day) as days,
       (select percentile_cont(0.5) within group (order by extract(epoch from completed_at - started_at)) from (
          select started_at, completed_at from job where owner_id = $1 and step_id = wanted and state = 'Completed' and not hidden
            and created_at > now() - interval '${STEP_USE.days} days'
          order by created_at desc limit ${STEP_USE.timedMax}) as timed) as median
     from unnest($2::uuid[]) as wanted`,
    [ownerId, ids],
  )
  return new Map(rows.map((row) => [row.id, summary(row)]))
}

/**
 * Sums up the days. If the limit on counted jobs was reached, the oldest counted day and all earlier days are null,
 * because they may have more jobs.
 */
function summary({ days, median }: Found): StepUse {
  const found = days ?? []
  const sum = (at: 1 | 2 | 3) => found.reduce((total, day) => total + day[at], 0)
  const jobs = sum(1)
  const isPartial = jobs >= STEP_USE.jobsMax
  const oldest = Math.max(...found.map(([age]) => age))
  const byDay = Array.from({ length: STEP_USE.days }, (_, at) => {
    const age = STEP_USE.days - 1 - at
    if (isPartial && age >= oldest) return null
    return found.find(([day]) => day === age)?.[1] ?? 0
  })
  return { Jobs: jobs, IsPartial: isPartial, Completed: sum(2), Failed: sum(3), ByDay: byDay, MedianSeconds: median }
}
