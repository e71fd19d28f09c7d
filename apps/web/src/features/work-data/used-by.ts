import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

/**
 * Returns the search for all jobs that use a file. Like the link `UsedBy`, includes hidden jobs and the sub-jobs of
 * workflows.
 */
export function usedBySearch(file: WorkDataDocument) {
  return { data: encodeLink(selfHref(file)), sub: 'shown', ShowHidden: true } as const
}
