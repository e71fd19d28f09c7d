import type { Tx } from '@millrace/db/act'
import { COUNTED } from '@millrace/db/lists'
import { literal } from '@millrace/db/literal'
import { job } from '@millrace/db/schema/jobs'
import { and, type SQL, sql } from 'drizzle-orm'
import type { OwnerFilter } from '#access/scope.ts'
import { type JobCause, type JobConditions, jobConditions, NEEDS_ATTENTION, ofTab } from './job-conditions.store.ts'

/** Jobs of one step that stopped in the same state for the same cause. */
export interface JobGroupRow extends JobCause, Record<string, unknown> {
  jobs: number
  newest: string
}

const GROUPS_MAX = 20

/**
 * Returns up to `GROUPS_MAX` groups of at least two jobs that need attention, most recent first. Reads at most COUNTED
 * jobs.
 */
export async function groupsOf(tx: Tx, ownerId: OwnerFilter, filter: JobConditions): Promise<JobGroupRow[]> {
  const where: SQL | undefined = and(
    jobConditions(ownerId, filter),
    ofTab({ ...filter, NeedsYou: false }),
    NEEDS_ATTENTION[1],
    sql`${job.cause} is not null and ${job.stepId} is not null`,
  )
  const { rows } = await tx.orm.execute<JobGroupRow>(sql`
    select step_id as "stepId", state, cause, count(*)::int as jobs, (array_agg(id order by created_at desc, id desc))[1] as newest
    from (select ${job.stepId}, ${job.state}, ${job.cause}, ${job.id}, ${job.createdAt} from ${job} where ${where} limit ${literal(COUNTED)}) as stopped
    group by step_id, state, cause having count(*) > 1
    order by max(created_at) desc, newest desc limit ${literal(GROUPS_MAX)}`)
  return rows
}
