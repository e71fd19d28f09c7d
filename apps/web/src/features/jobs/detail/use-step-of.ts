import { useQuery } from '@tanstack/react-query'
import { processingStepQueries } from '#features/processing-steps/processing-steps.queries.ts'
import { hrefOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'

/** The step of a job, once it is loaded. */
export function useStepOf(job: JobDocument) {
  const href = hrefOf(job, 'SelectedProcessingStep')
  return useQuery({ ...processingStepQueries.detail(href ?? ''), enabled: href !== undefined }).data
}
