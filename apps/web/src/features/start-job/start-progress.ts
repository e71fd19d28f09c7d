import type { JobPlan } from '#lib/job-parts.ts'
import type { Attempt } from '#lib/make-job.ts'

/** What earlier attempts left, so that a retry creates no job twice. */
export interface StartProgress {
  /** The attempts by the data of their jobs. */
  attempts: ReadonlyMap<string, Attempt>
  /** The data of the job that failed. */
  failed: string
}

/** Returns the progress before the first attempt: only the draft, if the panel sets up one. */
export function noProgress(draftHref: string | undefined): StartProgress {
  return { attempts: new Map(draftHref === undefined ? [] : [['', { jobHref: draftHref }]]), failed: '' }
}

/** Identifies a planned job among the others, even if the user removes a file before a retry. */
export function dataOf(plan: JobPlan): string {
  return JSON.stringify(plan.slots)
}

/**
 * Returns the attempts that the planned jobs continue. If the data of the failed job is no longer selected, the first
 * job with new data continues its draft.
 */
export function resumeAttempts(plans: readonly JobPlan[], { attempts, failed }: StartProgress): Map<string, Attempt> {
  const planned = plans.map(dataOf)
  const successor = planned.includes(failed) ? undefined : planned.find((data) => !attempts.has(data))
  return new Map([...attempts].map(([data, attempt]) => [(data === failed && successor) || data, attempt]))
}
