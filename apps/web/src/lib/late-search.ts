import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * The search of a list passes its route as it is, and the list's own file checks it when the screen is there
 * (`JobListSearch.parse(search)`). Routes are part of the first page of all, which need not carry what lists filter by.
 */
export function lateSearch<T extends object>() {
  return (search: Partial<T> & SearchSchemaInput): Partial<T> => search
}

/** What of a search has to stand in the address. */
export function withoutDefaults<T extends object>(search: T, defaults: T): Partial<T> {
  const told = Object.entries(search).filter(([name, value]) => value !== defaults[name as keyof T])
  return Object.fromEntries(told) as Partial<T>
}

/**
 * The address after a change of a search: the newest address, which may already have more than the search that is drawn,
 * with what differs between that search and the next. Two changes in a row thus keep each other.
 */
export function changedSearch<T extends object>(drawn: T, next: T, defaults: T) {
  const names = [...Object.keys(drawn), ...Object.keys(next)] as (keyof T)[]
  const changes = names.filter((name) => next[name] !== drawn[name]).map((name) => [name, next[name]])
  return (newest: Partial<T>): Partial<T> =>
    withoutDefaults({ ...newest, ...Object.fromEntries(changes) } as T, defaults)
}
