import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

/**
 * Returns the search for all jobs that use a file. Includes hidden jobs and those of workflows, as the link `UsedBy`
 * does.
 */
export function usedBySearch(file: WorkDataDocument) {
  return { data: encodeLink(selfHref(file)), sub: 'shown', ShowHidden: true } as const
}
