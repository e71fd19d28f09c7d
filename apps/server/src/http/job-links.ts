import type { JobFilter, JobQueryParameters } from '@millrace/contracts/jobs'
import type { Viewer } from '#app-env.ts'
import { queryHref } from '#http/query-link.ts'
import { adminResultHref, resultHref } from '#http/query-routes.ts'

/**
 * Returns the URL of a query for an owner's jobs. If the actor acts for another owner, the query is one for
 * administrators.
 */
export function jobsFound(
  { actor, origin }: Viewer,
  ownerId: string,
  Filter: JobFilter,
  page: Pick<JobQueryParameters, 'Pagination' | 'SortBy'> = {},
): string {
  const at = ownerId === actor.ownerId ? resultHref : adminResultHref
  return queryHref(at(origin, 'JobQuery'), actor, { ...page, Filter })
}
