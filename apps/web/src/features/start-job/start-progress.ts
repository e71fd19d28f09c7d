import type { JobPlan } from '#lib/job-parts.ts'

/** How far one planned job got. Its key ensures that a retry does not create it twice. */
export interface JobProgress {
  key: string
  /** The data of the plan, which identifies it among the others when the user removes a file before the retry. */
  slots: string
  /** The draft, once it was created. */
  href: string | undefined
  isDone: boolean
}

interface ResumeOptions {
  /** Left by the attempt that failed; empty for a first one. */
  earlier: readonly JobProgress[]
  /** The draft that the panel sets up instead of creating a job. */
  draftHref: string | undefined
  newKey: () => string
}

/** Pairs each planned job with what an earlier attempt did for it. A single job keeps its draft when its data changes. */
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
