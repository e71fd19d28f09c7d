import type { JobPlan } from '#lib/job-parts.ts'
import type { Attempt } from '#lib/make-job.ts'

/** What earlier attempts left, so that a retry creates no job twice. */
export interface StartProgress {
  /** The attempt for each job. The keys are from `dataOf`. */
  attempts: ReadonlyMap<string, Attempt>
  /** The key of the job that failed. Before the first attempt, this is the key of the draft. */
  failed: string
}

/** Returns the progress before the first attempt: the draft that the panel sets up, if there is one. */
export function noProgress(draftHref: string | undefined): StartProgress {
  return { attempts: new Map(draftHref === undefined ? [] : [['', { jobHref: draftHref }]]), failed: '' }
}

/**
 * Returns a key that identifies a planned job by its data, even if the user removes another job's file before a retry.
 */
export function dataOf(plan: JobPlan): string {
  return JSON.stringify(plan.slots)
}

/**
 * Returns the attempts by the keys of the planned jobs that continue them. If the data of the failed job is no longer
 * selected, the first planned job without an attempt continues the failed attempt.
 */
export function resumeAttempts(plans: readonly JobPlan[], { attempts, failed }: StartProgress): Map<string, Attempt> {
  const planned = plans.map(dataOf)
  const successor = planned.includes(failed) ? undefined : planned.find((data) => !attempts.has(data))
  return new Map([...attempts].map(([data, attempt]) => [(data === failed && successor) || data, attempt]))
}
