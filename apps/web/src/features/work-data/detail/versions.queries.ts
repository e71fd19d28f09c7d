import type { QueryResultProperties } from '@millrace/contracts/queries'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { queryOptions } from '@tanstack/react-query'
import { STALE } from '#lib/query-client.ts'
import { embedded, hrefOf, readDocument, selfHref } from '#lib/siren.ts'
import { type WorkDataDocument, workDataQueries } from '../work-data.queries.ts'

/** The versions of a file, newest first. Disabled for files without versions, which have no link to them. */
export function versionsQuery(file: WorkDataDocument) {
  const href = hrefOf(file, 'Versions')
  return queryOptions({
    queryKey: [...workDataQueries.all, 'versions', selfHref(file)],
    queryFn: async ({ signal }) => {
      const page = await readDocument<QueryResultProperties>(href ?? '', signal)
      const versions = embedded<WorkDataProperties>(page, 'item')
      return versions.toSorted((a, b) => (b.properties.Version ?? 0) - (a.properties.Version ?? 0))
    },
    enabled: href !== undefined,
    staleTime: STALE.workData,
  })
}
