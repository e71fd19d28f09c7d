import { LIMITS, PLAN_NAMES } from '@millrace/contracts/limits'
import { chosenColumns } from '#lib/list-search.ts'
import { oneOf, type SearchOf, searchReader, searchText, wholeNumber } from '#lib/search-fields.ts'
import type { UserQuery } from './users.queries.ts'

const PAGE_SIZE = 50

/** The values of each field that the list can be filtered by, as named by the server. */
export const FILTER_VALUES = {
  role: ['admin', 'user'],
  plan: PLAN_NAMES,
  emailVerified: ['true', 'false'],
} as const satisfies Record<string, readonly string[]>
export type FilterField = keyof typeof FILTER_VALUES

/** The state of the list of users, as search parameters. Invalid values fall back to the defaults. */
export const UserListSearch = searchReader({
  sortBy: oneOf(['name', 'role', 'plan', 'createdAt', 'email'], 'name'),
  sortDirection: oneOf(['asc', 'desc'], 'asc'),
  filterField: oneOf(['role', 'plan', 'emailVerified']),
  filterOperator: oneOf(['eq', 'neq'], 'eq'),
  filterValue: searchText(100),
  searchField: oneOf(['nameOrEmail', 'name', 'email'], 'nameOrEmail'),
  searchValue: searchText(200),
  limit: wholeNumber(1, PAGE_SIZE, LIMITS.pageSizeMax),
  offset: wholeNumber(1, 0, LIMITS.pageOffsetMax),
  columns: chosenColumns,
  /** Id of the user in the inspector. */
  user: searchText(100),
})
export type UserListSearch = SearchOf<typeof UserListSearch>

/** Default values, which the URL leaves out. */
export const USER_LIST_DEFAULTS = UserListSearch.parse({})

/** Returns the filter of the list. Undefined if there is none, or if the field doesn't have the value. */
export function filterOf({
  filterField,
  filterValue,
}: UserListSearch): { field: FilterField; value: string } | undefined {
  if (filterField === undefined || filterValue === undefined) return undefined
  const values: readonly string[] = FILTER_VALUES[filterField]
  return values.includes(filterValue) ? { field: filterField, value: filterValue } : undefined
}

/** Returns the server's query for the list. A filter or search without a value is left out. */
export function userQueryOf(search: UserListSearch): UserQuery {
  const { sortBy, sortDirection, filterOperator, searchField, searchValue, limit, offset } = search
  const filter = filterOf(search)
  return {
    sortBy,
    sortDirection,
    filterField: filter?.field,
    filterOperator: filter && filterOperator,
    filterValue: filter?.value,
    searchField: searchValue && searchField,
    searchValue,
    limit,
    offset,
  }
}

/** Changes some conditions of the search and goes back to the first page. */
export function refinedUsers(search: UserListSearch, change: Partial<UserListSearch>): UserListSearch {
  return { ...search, offset: 0, ...change }
}

/**
 * Returns the search without search term and filter. Columns, order, page size and the user in the inspector are kept.
 */
export function withoutConditions({ columns, sortBy, sortDirection, limit, user }: UserListSearch): UserListSearch {
  return { ...USER_LIST_DEFAULTS, columns, sortBy, sortDirection, limit, user }
}
