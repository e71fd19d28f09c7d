import { useQuery } from '@tanstack/react-query'
import { earlierRunsQuery } from '#features/processing-steps/detail/step-jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { workedMs } from '#lib/job-facts.ts'
import { inputBytes, runEstimate } from '#lib/run-estimate.ts'
import { hrefOf } from '#lib/siren.ts'
import { timeLeftMs, timeLeftText, usualDuration } from '#lib/time-left.ts'
import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'

/**
 * Returns the remaining time of a running job, estimated from its progress. Without progress, returns how long the step
 * usually takes for data of this size. Undefined if the job isn't running or neither is known.
 */
export function useTimeLeft(job: JobDocument, now: Date): string | undefined {
  const { State, Progress } = job.properties
  const worked = workedMs(job.properties, now) ?? 0
  const left = timeLeftMs(worked, Progress)
  const step = hrefOf(job, 'SelectedProcessingStep')
  const { data } = useQuery({
    ...earlierRunsQuery(step ?? ''),
    enabled: step !== undefined && State === 'Processing' && left === undefined,
  })
  if (State !== 'Processing') return undefined
  if (left !== undefined) return timeLeftText(left)
  const usual = usualDuration(worked, data && runEstimate(data.jobs, inputBytes(job)))
  return usual && fill(texts.usuallyTakes, usual)
}
