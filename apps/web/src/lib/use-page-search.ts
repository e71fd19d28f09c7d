import { useRouter, useSearch } from '@tanstack/react-router'
import { changedSearch } from './late-search.ts'
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
