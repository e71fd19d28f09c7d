import type { JobProperties, JobQueryParameters, JobQueryResultProperties } from '@millrace/contracts/jobs'
import { queryOptions } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery, embedded } from '#lib/siren.ts'

const NEWEST = 20

/** The newest jobs of a step, and how many there are. */
export function stepJobsQuery(stepHref: string) {
  return queryOptions({
    queryKey: ['jobs', 'of-step', stepHref],
    queryFn: async ({ client, signal }) => {
      const parameters: JobQueryParameters = {
        Pagination: { PageSize: NEWEST },
        SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
        Filter: { ProcessingStepUrl: stepHref },
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
