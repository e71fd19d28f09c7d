import type { JobDocument, JobPlan } from '#lib/job-parts.ts'
import type { Attempt } from '#lib/make-job.ts'

/** What the attempts have created since the panel was opened, so that a retry starts no job twice. */
export interface StartProgress {
  /** The keys are from `dataOf`. */
  attempts: Map<string, Attempt[]>
  /** The key of the job that failed last. Before the first attempt, this is the key of the draft. */
  failed: string
  made: JobDocument[]
}

/** Returns the progress before the first attempt: the draft that the panel sets up, if there is one. */
export function noProgress(draftHref: string | undefined): StartProgress {
  return { attempts: new Map(draftHref === undefined ? [] : [['', [{ jobHref: draftHref }]]]), failed: '', made: [] }
}

/**
 * Returns a key that identifies a planned job by its data, even if the user removes another job's file before a retry.
 */
export function dataOf(plan: JobPlan): string {
  return JSON.stringify(plan.slots)
}

/**
 * Returns the attempts that a planned job continues, to which new ones can be added. If the data of the failed job is
 * no longer selected, a job without attempts continues the draft of the failed job.
 */
export function attemptsFor(plan: JobPlan, plans: readonly JobPlan[], { attempts, failed }: StartProgress): Attempt[] {
  const data = dataOf(plan)
  const known = attempts.get(data)
  if (known) return known
  const left = plans.some((other) => dataOf(other) === failed) ? [] : (attempts.get(failed) ?? []).slice(-1)
  attempts.set(data, left)
  return left
}
