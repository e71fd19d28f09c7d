import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * Passes the search parameters of a list through its route unchecked, because routes are part of the initial load. The
 * list’s own file validates them (`JobListSearch.parse(search)`).
 */
export function deferredSearch<T extends object>() {
  return (search: Partial<T> & SearchSchemaInput): Partial<T> => search
}

/** Returns the search parameters that differ from the defaults, which the URL must contain. */
export function withoutDefaults<T extends object>(search: T, defaults: T): Partial<T> {
  const given = Object.entries(search).filter(([name, value]) => value !== defaults[name as keyof T])
  return Object.fromEntries(given) as Partial<T>
}
