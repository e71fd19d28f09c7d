import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ensureRoot } from '#lib/entry-point.ts'
import { filesIn, inputSlots } from '#lib/job-facts.ts'
import type { JobDocument, JobPlan } from '#lib/job-parts.ts'
import { type Attempt, makeJob } from '#lib/make-job.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'

/**
 * Returns a function that runs jobs again, one after the other, with their setup except for the given parameters. A
 * retry after a failure starts no job twice.
 */
export function useRunAgain() {
  const queryClient = useQueryClient()
  /** What earlier attempts left. The keys are the URLs of the jobs to run again. */
  const attempts = useRef(new Map<string, Attempt[]>())

  return async (jobs: readonly JobDocument[], changed?: Record<string, unknown>): Promise<void> => {
    const root = await ensureRoot(queryClient, 'JobsRoot')
    for (const job of jobs) {
      const plan = planOfJob(job)
      if (changed) plan.parameters = { ...plan.parameters, ...changed }
      const earlier = attempts.current.get(selfHref(job)) ?? []
      attempts.current.set(selfHref(job), earlier)
      await makeJob(root, plan, { attempts: earlier, start: true })
    }
    attempts.current.clear()
  }
}

/** Returns the plan of an earlier job. Parameters that it did not set keep the step’s defaults. */
export function planOfJob(job: JobDocument): JobPlan {
  const { Name, Tags, ConfiguredParameters } = job.properties
  return {
    name: Name,
    againOf: selfHref(job),
    stepHref: hrefOf(job, 'SelectedProcessingStep'),
    parameters: ConfiguredParameters ? (JSON.parse(ConfiguredParameters) as Record<string, unknown>) : undefined,
    slots: Object.fromEntries(inputSlots(job).map((slot) => [slot.properties.Name, filesIn(slot).map(selfHref)])),
    tags: Tags,
  }
}
