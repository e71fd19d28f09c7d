import type { JobQueryParameters, JobQueryResultProperties } from '@millrace/contracts/jobs'
import { queryOptions } from '@tanstack/react-query'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery } from '#lib/siren.ts'

/** Counts jobs by state, for the sidebar and the dashboard. */
export const jobCountsQuery = queryOptions({
  queryKey: ['jobs', 'counts'],
  queryFn: async ({ client, signal }) => {
    const parameters: JobQueryParameters = {
      Pagination: { PageSize: 1 },
      Filter: { IsSubJob: false },
      IncludeRemainingTags: false,
    }
    const root = await ensureRoot(client, 'JobsRoot')
    const result = await createQuery<JobQueryResultProperties>(root, 'CreateJobQuery', parameters, signal)
    const { TotalEntities: total, StateCounts: byState, PartialCounts: partial = [] } = result.properties
    return { total, byState, partial }
  },
  staleTime: STALE.jobs,
})
