import type { JobPlan } from '#lib/job-parts.ts'

/**
 * The progress of creating one planned job. The key is an idempotency key, so a retry does not create the job twice.
 */
export interface JobProgress {
  key: string
  /** The data of the plan, which identifies the plan among the others if the user removes a file before a retry. */
  slots: string
  /** URL of the draft. Undefined until it is created. */
  href: string | undefined
  isDone: boolean
}

interface ResumeOptions {
  /** The progress of the failed attempt; empty for the first attempt. */
  earlier: readonly JobProgress[]
  /** URL of the draft that the panel sets up instead of creating a job. */
  draftHref: string | undefined
  newKey: () => string
}

/**
 * Pairs each planned job with the progress of an earlier attempt. A single job keeps its draft even if its data
 * changes.
 */
export function resumeProgress(plans: readonly JobPlan[], { earlier, draftHref, newKey }: ResumeOptions) {
  const unfinished = earlier.find(({ isDone }) => !isDone)
  return plans.map((plan): JobProgress => {
    const slots = JSON.stringify(plan.slots)
    const same = earlier.find((progress) => progress.slots === slots)
    if (same) return same
    if (plans.length === 1 && unfinished) return { ...unfinished, slots }
    return { key: newKey(), slots, href: draftHref, isDone: false }
  })
}
