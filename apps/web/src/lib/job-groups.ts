import type { JobGroup, JobQueryParameters } from '@millrace/contracts/jobs'
import { formatTotal } from './format.ts'

/** Describes a group of jobs: `60 jobs of Query tables failed: Column … not found` */
export function groupSentence({ Count, Step, State, Cause }: JobGroup): string {
  const what = State === 'DataMissing' ? 'are missing data' : 'failed'
  return `${formatTotal(Count)} jobs of ${Step} ${what}: ${Cause}`
}

/** Returns the query for the first page of a group’s jobs. */
export function groupQuery(
  { Cause, StepUrl }: Pick<JobGroup, 'Cause' | 'StepUrl'>,
  PageSize: number,
): JobQueryParameters {
  return {
    Pagination: { PageSize, PageOffset: 0 },
    Filter: { NeedsYou: true, Cause, ProcessingStepUrl: StepUrl },
    IncludeRemainingTags: false,
  }
}
