import type { JobProperties, JobQueryResultProperties } from '@millrace/contracts/jobs'
import { queryOptions } from '@tanstack/react-query'
import { STALE } from '#lib/query-client.ts'
import { embedded, hrefOf, readDocument } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'

/** The newest jobs that use a file as input, and the number of all such jobs. */
export function usedInQuery(file: WorkDataDocument) {
  const href = hrefOf(file, 'UsedBy')
  return queryOptions({
    queryKey: ['jobs', 'used-in', href],
    queryFn: async ({ signal }) => {
      const page = await readDocument<JobQueryResultProperties>(href ?? '', signal)
      return { total: page.properties.TotalEntities, jobs: embedded<JobProperties>(page, 'item') }
    },
    enabled: href !== undefined,
    staleTime: STALE.jobs,
  })
}
