import { useQuery } from '@tanstack/react-query'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { hrefOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

/** Returns the step of a job. Undefined if the job has none or the step isn't loaded yet. */
export function useStepOf(job: JobDocument) {
  const href = hrefOf(job, 'SelectedProcessingStep')
  return useQuery({ ...processingStepQueries.detail(href ?? ''), enabled: href !== undefined }).data
}
