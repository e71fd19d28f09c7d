import { ORGANIZATION_SORTS } from '@millrace/contracts/administration'
import { LIMITS, PLAN_NAMES } from '@millrace/contracts/limits'
import * as z from 'zod/mini'
import { chosenColumns, searchText, wholeNumber } from '#lib/list-search.ts'

const PAGE_SIZE = 50

/** The state of the list of organizations, which is its URL. Values that make no sense fall back to the defaults. */
export const OrganizationListSearch = z.object({
  search: searchText(200),
  plan: z.catch(z.optional(z.enum(PLAN_NAMES)), undefined),
  sortBy: z.catch(z.enum(ORGANIZATION_SORTS), 'name'),
  sortDirection: z.catch(z.enum(['asc', 'desc']), 'asc'),
  limit: wholeNumber(1, PAGE_SIZE, LIMITS.pageSizeMax),
  offset: wholeNumber(1, 0, LIMITS.pageOffsetMax),
  columns: chosenColumns,
  /** The organization in the inspector. */
  organization: searchText(100),
})
export type OrganizationListSearch = z.output<typeof OrganizationListSearch>

export interface OrganizationListProps {
  search: OrganizationListSearch
  onSearch: (search: OrganizationListSearch) => void
}

/** What the URL leaves out. */
export const ORGANIZATION_LIST_DEFAULTS = OrganizationListSearch.parse({})

/** The same list from its first page, with some of its conditions changed. */
export function refinedOrganizations(
  search: OrganizationListSearch,
  change: Partial<OrganizationListSearch>,
): OrganizationListSearch {
  return { ...search, offset: 0, ...change }
}
