import { LIMITS, PLAN_NAMES } from '@millrace/contracts/limits'
import { chosenColumns } from '#lib/list-search.ts'
import { oneOf, type SearchOf, searchReader, searchText, wholeNumber } from '#lib/search-fields.ts'
import type { UserQuery } from './users.queries.ts'

const PAGE_SIZE = 50

/** The values of each field that the list can be filtered by, as the server names them. */
export const FILTER_VALUES = {
  role: ['admin', 'user'],
  plan: PLAN_NAMES,
  emailVerified: ['true', 'false'],
} as const satisfies Record<string, readonly string[]>
export type FilterField = keyof typeof FILTER_VALUES

/** The state of the list of users, which is its URL. Values that make no sense fall back to the defaults. */
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
  /** The user in the inspector. */
  user: searchText(100),
})
export type UserListSearch = SearchOf<typeof UserListSearch>

/** What the URL leaves out. */
export const USER_LIST_DEFAULTS = UserListSearch.parse({})

/** The filter of the list, if its field and value belong together. */
export function filterOf({
  filterField,
  filterValue,
}: UserListSearch): { field: FilterField; value: string } | undefined {
  if (filterField === undefined || filterValue === undefined) return undefined
  const values: readonly string[] = FILTER_VALUES[filterField]
  return values.includes(filterValue) ? { field: filterField, value: filterValue } : undefined
}

/** The server’s query for the list. It leaves out a filter or search that has no value. */
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

/** The search of the list with some conditions changed. It goes back to the first page. */
export function refinedUsers(search: UserListSearch, change: Partial<UserListSearch>): UserListSearch {
  return { ...search, offset: 0, ...change }
}

/** The list without search and filter. Columns, order and page size stay. */
export function withoutConditions({ columns, sortBy, sortDirection, limit, user }: UserListSearch): UserListSearch {
  return { ...USER_LIST_DEFAULTS, columns, sortBy, sortDirection, limit, user }
}
