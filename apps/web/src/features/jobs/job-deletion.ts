import { filesIn, outputSlots, type WorkDataDocument } from '#lib/job-facts.ts'
import { actionOf, type SirenAction } from '#lib/siren.ts'
import type { JobDocument } from './jobs.queries.ts'

/** The action that deletes a job. People see one verb, whether or not results are deleted with it. */
export function deletionOf(job: JobDocument): SirenAction | undefined {
  return actionOf(job, 'Delete') ?? actionOf(job, 'DeleteWithOutputData')
}

/** Whether an action deletes a job, with or without its results. */
export function isDeletion({ name }: Pick<SirenAction, 'name'>): boolean {
  return name === 'Delete' || name === 'DeleteWithOutputData'
}

/** The files in all output slots of a job. */
export function resultsOf(job: JobDocument): WorkDataDocument[] {
  return outputSlots(job).flatMap(filesIn)
}

/** The results that keep a job from being deleted, because other jobs use them. */
export function resultsInUse(job: JobDocument): WorkDataDocument[] {
  if (deletionOf(job)) return []
  return resultsOf(job).filter((file) => file.properties.IsUsedAsJobInput)
}
