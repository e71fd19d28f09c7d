import { filesIn, outputSlots, type WorkDataDocument } from '#lib/job-facts.ts'
import { actionOf, type SirenAction } from '#lib/siren.ts'
import type { JobDocument } from './jobs.queries.ts'

/**
 * Returns the action that deletes a job, if available. Users see a single "Delete", whether or not results are deleted
 * with the job.
 */
export function deletionOf(job: JobDocument): SirenAction | undefined {
  return actionOf(job, 'Delete') ?? actionOf(job, 'DeleteWithOutputData')
}

/** Returns whether an action deletes a job, with or without its results. */
export function isDeletion({ name }: Pick<SirenAction, 'name'>): boolean {
  return name === 'Delete' || name === 'DeleteWithOutputData'
}

/** Returns the files in all output slots of a job. */
export function resultsOf(job: JobDocument): WorkDataDocument[] {
  return outputSlots(job).flatMap(filesIn)
}

/** Returns the results that prevent a job from being deleted, because other jobs use them. */
export function resultsInUse(job: JobDocument): WorkDataDocument[] {
  if (deletionOf(job)) return []
  return resultsOf(job).filter((file) => file.properties.IsUsedAsJobInput)
}
