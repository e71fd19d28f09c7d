import type { WorkDataQueryParameters } from '@millrace/contracts/work-data'
import { listSearch, sharedFilter, withoutUndefined } from '#lib/list-search.ts'
import { oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'
import { definitionsOnly } from '../workflows.queries.ts'

const WORKFLOW_SORT = ['CreatedAt', 'Name', 'SizeInBytes'] as const
export const SORT_LABELS = { CreatedAt: 'Last edited', Name: 'Name', SizeInBytes: 'Size' } as const

/** The search parameters of the workflow explorer. Invalid values fall back to the defaults. */
export const WorkflowListSearch = searchReader({
  ...listSearch,
  view: oneOf(['cards', 'table'], 'cards'),
  NameContains: searchText(512),
  SortBy: oneOf(WORKFLOW_SORT, 'CreatedAt'),
})
export type WorkflowListSearch = SearchOf<typeof WorkflowListSearch>

export interface WorkflowListProps {
  search: WorkflowListSearch
  onSearch: (search: WorkflowListSearch) => void
}

/** Default values, which the URL leaves out. */
export const WORKFLOW_LIST_DEFAULTS = WorkflowListSearch.parse({})

/** Returns the query of the explorer, which finds only workflow definitions. */
export function workflowQueryOf(search: WorkflowListSearch): WorkDataQueryParameters {
  return definitionsOnly({
    Pagination: { PageSize: search.PageSize, PageOffset: search.PageOffset },
    SortBy: { PropertyName: search.SortBy, SortType: search.SortType },
    Filter: withoutUndefined({ NameContains: search.NameContains, ...sharedFilter(search) }),
    IncludeRemainingTags: true,
  })
}

/** Returns the search without filters. View, columns, order and page size are kept. */
export function withoutFilters({ view, columns, SortBy, SortType, PageSize }: WorkflowListSearch): WorkflowListSearch {
  return { ...WORKFLOW_LIST_DEFAULTS, view, columns, SortBy, SortType, PageSize }
}
