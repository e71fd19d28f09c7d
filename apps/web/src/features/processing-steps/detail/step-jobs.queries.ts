import type { JobProperties, JobQueryParameters, JobQueryResultProperties } from '@millrace/contracts/jobs'
import { queryOptions } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded } from '#lib/siren.ts'

const NEWEST = 20

/** The newest jobs of a step, and the number of all. Both include jobs of workflows, as in the list of steps. */
export function stepJobsQuery(stepHref: string) {
  return jobsOfStep({ ProcessingStepUrl: stepHref }, ['jobs', 'of-step', stepHref])
}

/**
 * The newest jobs of a step, for estimates. The key doesn't start with `jobs`, so job events don't invalidate this
 * query: a single job hardly changes an estimate.
 */
export function earlierRunsQuery(stepHref: string) {
  return { ...jobsOfStep({ ProcessingStepUrl: stepHref }, ['earlier-runs', stepHref]), staleTime: STALE.link }
}

function jobsOfStep(filter: JobQueryParameters['Filter'], queryKey: string[]) {
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const parameters: JobQueryParameters = {
        Pagination: { PageSize: NEWEST },
        SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
        Filter: filter ?? null,
        IncludeRemainingTags: false,
      }
      const root = await ensureRoot(client, 'JobsRoot')
      const page = await createQuery<JobQueryResultProperties>(root, 'CreateJobQuery', parameters, signal)
      return {
        total: page.properties.TotalEntities,
        counts: page.properties.StateCounts,
        partial: page.properties.PartialCounts ?? [],
        jobs: embedded<JobProperties>(page, 'item'),
      }
    },
    staleTime: STALE.jobs,
  })
}
