import { filesIn, inputSlots } from '#lib/job-facts.ts'
import type { JobDocument, JobPlan } from '#lib/job-parts.ts'
import { makeJob } from '#lib/make-job.ts'
import { hrefOf, type SirenDocument, selfHref } from '#lib/siren.ts'

/** Creates and starts a job with the setup of an earlier one, except for the given parameters. */
export function runAgain(
  root: SirenDocument,
  job: JobDocument,
  changed?: Record<string, unknown>,
): Promise<JobDocument> {
  const plan = planOfJob(job)
  if (changed) plan.parameters = { ...plan.parameters, ...changed }
  return makeJob(root, plan, { start: true })
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
