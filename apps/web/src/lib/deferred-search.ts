import type { SearchSchemaInput } from '@tanstack/react-router'

/**
 * The search of a list passes its route as it is, and the list's own file checks it when the screen is there
 * (`JobListSearch.parse(search)`). Routes are part of the first page of all, which need not carry what lists filter by.
 */
export function deferredSearch<T extends object>() {
  return (search: Partial<T> & SearchSchemaInput): Partial<T> => search
}

/** The part of a search that the address must contain. */
export function withoutDefaults<T extends object>(search: T, defaults: T): Partial<T> {
  const given = Object.entries(search).filter(([name, value]) => value !== defaults[name as keyof T])
  return Object.fromEntries(given) as Partial<T>
}
