import { useQuery } from '@tanstack/react-query'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { workflowQueries } from '../workflows.queries.ts'

const NEWEST = {
  Pagination: { PageSize: 100 },
  SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
  IncludeRemainingTags: false,
} as const

const NONE: readonly WorkDataDocument[] = []

/** Returns up to 100 workflows, newest first, without the edited one, which can't be a step of itself. */
export function useOtherWorkflows(edited: WorkDataDocument | undefined): readonly WorkDataDocument[] {
  const { data } = useQuery(workflowQueries.list(NEWEST))
  const own = edited && selfHref(edited)
  return data?.items.filter((file) => selfHref(file) !== own) ?? NONE
}
