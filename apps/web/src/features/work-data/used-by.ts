import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from './work-data.queries.ts'

/** The list of the jobs that use a file: as many as its link `UsedBy` counts, with the hidden ones and those of workflows. */
export function usedBySearch(file: WorkDataDocument) {
  return { data: encodeLink(selfHref(file)), sub: 'shown', ShowHidden: true } as const
}
