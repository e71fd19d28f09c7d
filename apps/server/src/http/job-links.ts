import type { JobFilter } from '@millrace/contracts/jobs'
import type { Viewer } from '#app-env.ts'
import { queryHref } from '#http/query-link.ts'
import { adminResultHref, resultHref } from '#http/query-routes.ts'

/** The address of a list of an owner's jobs, as the viewer may read it. Administrators get the administrators' form of the query. */
export function jobsFound({ actor, origin }: Viewer, ownerId: string, filter: JobFilter): string {
  const at = ownerId === actor.ownerId ? resultHref : adminResultHref
  return queryHref(at(origin, 'JobQuery'), actor, { Filter: filter })
}
