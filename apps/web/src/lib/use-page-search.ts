import { useRouter, useSearch } from '@tanstack/react-router'
import { withoutDefaults } from './late-search.ts'
import { useIsHere } from './use-is-here.ts'

interface PageSearchOptions<T extends object> {
  reader: { parse: (search: object) => T }
  /** What the address leaves out. */
  defaults: T
  /** A change of these can be undone with Back. */
  entries: readonly (keyof T)[]
}

/**
 * The search that the page shows, and how to change it. A page shows the search before until the new one is loaded, so a
 * change applies to what was asked for last, and to nothing once the user has left for another page.
 */
export function usePageSearch<T extends object>({ reader, defaults, entries }: PageSearchOptions<T>) {
  const router = useRouter()
  const isHere = useIsHere()
  const shown = reader.parse(useSearch({ strict: false }))

  function change(next: T) {
    if (!isHere()) return
    void router.navigate({
      to: '.',
      search: changedSearch(shown, next, defaults) as never,
      replace: entries.every((name) => next[name] === shown[name]),
    })
  }
  return [shown, change] as const
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
