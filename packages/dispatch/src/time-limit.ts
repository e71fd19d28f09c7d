import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'

/**
 * The time limit of an attempt, and the limits from which it was computed. `stepSeconds` is the step's limit, which the
 * owner's plan may lower.
 */
export interface TimeLimit {
  timeLimitSeconds: number
  stepSeconds: number | null
  /** The limit from the job's workflow, if any. */
  maxSeconds: number | null
  functionName: string
  version: string
}

const DURATION = new Intl.DurationFormat('en', { style: 'long' })

/** Returns the error message of a job that reached its time limit: the limit, and how to raise it. */
export function timeLimitMessage(limit: TimeLimit): string {
  const { timeLimitSeconds, stepSeconds, maxSeconds, functionName, version } = limit
  const stopped = `The job was stopped after ${durationOf(timeLimitSeconds)}, the time limit of`
  if (timeLimitSeconds === maxSeconds)
    return `${stopped} its node in the workflow. Process less data per job, or raise the time limit of the node.`
  if (timeLimitSeconds < (stepSeconds ?? LIMITS.jobSecondsDefault))
    return `${stopped} the account’s plan. Process less data per job, or ask an administrator for a larger plan.`
  return `${stopped} ${functionName} ${version}. Process less data per job, or ask the author of the step to raise its time limit.`
}

function durationOf(seconds: number): string {
  return DURATION.format({
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  })
}

export type OverdueJob = TimeLimit & { id: string }

/**
 * Locks and returns up to `limit` jobs whose attempt has reached its time limit but has not ended. Skips jobs that
 * another transaction has locked.
 */
export async function lockOverdue(tx: Tx, limit: number): Promise<OverdueJob[]> {
  const { rows } = await tx.query<OverdueJob & { [column: string]: unknown }>(
    `select job.id, job.time_limit_seconds as "timeLimitSeconds", job.max_seconds as "maxSeconds", step.time_limit_seconds as "stepSeconds",
       step.function_name as "functionName", step.version
     from job join processing_step step on step.id = job.step_id
     where job.state = 'Processing' and job.run_until < now() order by job.id limit $1
     for update of job skip locked`,
    [limit],
  )
  return rows
}
