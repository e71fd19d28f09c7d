import type { JobQueryParameters, JobQueryResultProperties } from '@millrace/contracts/jobs'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { dashboardQuery } from '#features/dashboard/dashboard.queries.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { STALE } from '#lib/query-client.ts'
import { createQuery } from '#lib/siren.ts'

interface JobCounts {
  byState: JobQueryResultProperties['StateCounts']
  /** Whether there are more queued jobs than were counted. */
  isPartial?: boolean
}

/** The number of jobs by state, except sub-jobs. On the dashboard, the dashboard's document contains it. */
export const jobCountsQuery = queryOptions({
  queryKey: ['jobs', 'counts'],
  queryFn: async ({ client, signal }): Promise<JobCounts> => {
    const parameters: JobQueryParameters = {
      Pagination: { PageSize: 1 },
      Filter: { IsSubJob: false },
      IncludeRemainingTags: false,
    }
    const root = await ensureRoot(client, 'JobsRoot')
    const result = await createQuery<JobQueryResultProperties>(root, 'CreateJobQuery', parameters, signal)
    const { StateCounts, PartialCounts = [] } = result.properties
    return { byState: StateCounts, isPartial: PartialCounts.includes('Pending') }
  },
  staleTime: STALE.jobs,
})

/**
 * Returns the number of jobs by state, which on the dashboard comes from the dashboard's document. Undefined until it
 * is known.
 */
export function useJobCounts(): JobCounts | undefined {
  const isDashboard = useRouterState({ select: ({ location }) => location.pathname === '/dashboard' })
  const dashboard = useQuery({ ...dashboardQuery, enabled: isDashboard })
  const counts = useQuery({ ...jobCountsQuery, enabled: !isDashboard })
  // After a change of pages, the counts of the previous page are shown until those of the new one are known.
  if (counts.dataUpdatedAt > dashboard.dataUpdatedAt) return counts.data
  return dashboard.data && { byState: dashboard.data.StateCounts }
}
