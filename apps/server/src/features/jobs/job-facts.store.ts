import { isInProgress } from '@millrace/contracts/job-states'
import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import type { JobRow } from '@millrace/db/schema/jobs'
import { job } from '@millrace/db/schema/jobs'
import { usedAsInput } from '@millrace/db/used-as-input'
import { sql } from 'drizzle-orm'

/** Facts outside the job's own row that decide which actions are available. */
export interface OtherFacts {
  hasStep: boolean
  stepHasParameters: boolean
  hasOutputs: boolean
  outputsUsed: boolean
  hasSubJobs: boolean
}

export async function otherFacts(tx: Tx, { id, stepId }: JobRow): Promise<OtherFacts> {
  const { rows } = await tx.query<
    Omit<OtherFacts, 'hasStep' | 'stepHasParameters'> & { takesParameters: boolean | null }
  >(
    `select exists (select 1 from job_output where job_id = $1 and work_data_id is not null) as "hasOutputs",
       exists (select from job_output as output where output.job_id = $1 and ${usedAsInput('output.work_data_id')}) as "outputsUsed",
       exists (select 1 from job where parent_id = $1) as "hasSubJobs",
       (select parameter_schema is not null from steps_of_jobs(array[$2]::uuid[])) as "takesParameters"`,
    [id, stepId],
  )
  const { hasOutputs = false, outputsUsed = false, hasSubJobs = false, takesParameters = null } = rows[0] ?? {}
  const hasStep = takesParameters !== null
  return { hasStep, stepHasParameters: takesParameters === true, hasOutputs, outputsUsed, hasSubJobs }
}

/** What a job's parent permits. */
export interface ParentFacts {
  /** True if the parent failed or was canceled, so that its sub-jobs can no longer start. */
  parentEnded: boolean
  /** True if the job is a sub-job of a running workflow. */
  inRunningWorkflow: boolean
}

/** Returns a function that looks up facts about a job's parent. `lock` keeps the parents from ending. */
export async function parentFacts(tx: Tx, rows: JobRow[], lock?: 'share'): Promise<(row: JobRow) => ParentFacts> {
  const ids = [...new Set(rows.flatMap((row) => row.parentId ?? []))]
  const query = tx.orm
    .select({ id: job.id, state: job.state, executor: job.executor })
    .from(job)
    .where(sql`${job.id} = any(${sql.param(ids)}::uuid[])`)
  const found = ids.length === 0 ? [] : await (lock ? query.for(lock) : query)
  const parents = new Map(found.map((parent) => [parent.id, parent]))
  return ({ parentId }) => {
    const { state = 'Created', executor = 'worker' } = parents.get(parentId ?? '') ?? {}
    return {
      parentEnded: state === 'Error' || state === 'Canceled',
      inRunningWorkflow: executor === 'engine' && isInProgress(state),
    }
  }
}

/** Of the given jobs, returns the ids of those that have sub-jobs. */
export async function parentsAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await parentsOfJobs(tx, { ids })
  return new Set(rows.map((row) => row.id))
}

/** Counts the jobs that workers will get before this queued job, up to `LIMITS.jobsAheadMax`. */
export async function jobsAhead(tx: Tx, id: string): Promise<number> {
  const { rows } = await tx.query<{ ahead: number }>(`select jobs_ahead($1, $2) as ahead`, [id, LIMITS.jobsAheadMax])
  return rows[0]?.ahead ?? 0
}

const parentsOfJobs = preparedQuery((orm) =>
  orm
    .select({ id: sql<string>`parent.id` })
    .from(sql`unnest(${sql.placeholder('ids')}::uuid[]) as parent(id)`)
    .where(sql`exists (select from ${job} where ${job.parentId} = parent.id)`)
    .prepare('parents_among_jobs'),
)
