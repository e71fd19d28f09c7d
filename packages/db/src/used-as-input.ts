import { IN_PROGRESS_STATES } from '@millrace/contracts/job-states'
import { sql } from 'drizzle-orm'

const IN_PROGRESS = IN_PROGRESS_STATES.map((state) => `'${state}'`).join(', ')

/**
 * SQL that is true for a trial run that is neither queued nor running and that no user has kept. Such a trial run does
 * not count as using its inputs, so they can be deleted.
 */
export const ABANDONED_TRIAL = `(job.is_trial and job.hidden and job.state not in (${IN_PROGRESS}))`

export const IS_ABANDONED_TRIAL = sql.raw(ABANDONED_TRIAL)

/** Returns SQL that is true if work data is an input of a job, not counting abandoned trial runs. */
export function usedAsInput(workDataId: string): string {
  return `exists (select from job_input join job on job.id = job_input.job_id
    where job_input.work_data_id = ${workDataId} and not ${ABANDONED_TRIAL})`
}

/** The same condition for rows of the table `work_data`. */
export const IS_USED_AS_INPUT = sql<boolean>`${sql.raw(usedAsInput('work_data.id'))}`
