import type { JobState } from '@millrace/contracts/job-states'
import type { JobQueryParameters } from '@millrace/contracts/jobs'
import { listSearch, sharedFilter, withoutUndefined } from '#lib/list-search.ts'
import { oneOf, type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

export const EXECUTION_TABS = ['all', 'active', 'drafts', 'completed', 'failed', 'canceled'] as const
export type ExecutionTab = (typeof EXECUTION_TABS)[number]

export const TAB_STATES: Record<ExecutionTab, readonly JobState[] | undefined> = {
  all: undefined,
  active: ['Pending', 'Processing'],
  // Includes DataMissing, because a workflow without its definition can't have started.
  drafts: ['Created', 'ReadyForProcessing', 'DataMissing'],
  completed: ['Completed'],
  failed: ['Error'],
  canceled: ['Canceled'],
}

/** The search parameters of the list of executions. Invalid values fall back to the defaults. */
export const ExecutionListSearch = searchReader({
  ...listSearch,
  tab: oneOf(EXECUTION_TABS, 'all'),
  Name: searchText(512),
  SortBy: oneOf(['Name', 'CreatedAt', 'CompletedAt'], 'CreatedAt'),
})
export type ExecutionListSearch = SearchOf<typeof ExecutionListSearch>

export interface ExecutionListProps {
  /** URL of the step that runs workflows. Undefined until it is loaded. */
  stepHref: string | undefined
  search: ExecutionListSearch
  onSearch: (search: ExecutionListSearch) => void
}

/** Default values, which the URL leaves out. */
export const EXECUTION_LIST_DEFAULTS = ExecutionListSearch.parse({})

/** Returns the query for the jobs of the step that runs workflows. Nested executions are left out. */
export function executionQueryOf(search: ExecutionListSearch, stepHref: string): JobQueryParameters {
  const states = TAB_STATES[search.tab]
  return {
    Pagination: { PageSize: search.PageSize, PageOffset: search.PageOffset },
    SortBy: { PropertyName: search.SortBy, SortType: search.SortType },
    Filter: withoutUndefined({
      Name: search.Name,
      ...sharedFilter(search),
      ProcessingStepUrl: stepHref,
      IsSubJob: false,
      States: states && [...states],
    }),
    IncludeRemainingTags: true,
  }
}

/** Returns the search without filters. Tab, columns, order and page size are kept. */
export function withoutFilters({ tab, columns, SortBy, SortType, PageSize }: ExecutionListSearch): ExecutionListSearch {
  return { ...EXECUTION_LIST_DEFAULTS, tab, columns, SortBy, SortType, PageSize }
}
