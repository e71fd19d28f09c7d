import { ORGANIZATION_SORTS } from '@millrace/contracts/administration'
import { LIMITS, PLAN_NAMES } from '@millrace/contracts/limits'
import { chosenColumns } from '#lib/list-search.ts'
import { oneOf, type SearchOf, searchReader, searchText, wholeNumber } from '#lib/search-fields.ts'

const PAGE_SIZE = 50

/** The state of the list of organizations, as search parameters. Invalid values fall back to the defaults. */
export const OrganizationListSearch = searchReader({
  search: searchText(200),
  plan: oneOf(PLAN_NAMES),
  sortBy: oneOf(ORGANIZATION_SORTS, 'name'),
  sortDirection: oneOf(['asc', 'desc'], 'asc'),
  limit: wholeNumber(1, PAGE_SIZE, LIMITS.pageSizeMax),
  offset: wholeNumber(1, 0, LIMITS.pageOffsetMax),
  columns: chosenColumns,
  /** Id of the organization in the inspector. */
  organization: searchText(100),
})
export type OrganizationListSearch = SearchOf<typeof OrganizationListSearch>

export interface OrganizationListProps {
  search: OrganizationListSearch
  onSearch: (search: OrganizationListSearch) => void
}

/** Default values, which the URL leaves out. */
export const ORGANIZATION_LIST_DEFAULTS = OrganizationListSearch.parse({})

/** Changes some conditions of the search and goes back to the first page. */
export function refinedOrganizations(
  search: OrganizationListSearch,
  change: Partial<OrganizationListSearch>,
): OrganizationListSearch {
  return { ...search, offset: 0, ...change }
}
