import { useRouter, useSearch } from '@tanstack/react-router'
import { withoutDefaults } from './deferred-search.ts'
import { useIsCurrentPage } from './use-is-current-page.ts'

interface PageSearchOptions<T extends object> {
  reader: { parse: (search: object) => T }
  /** The values that the address leaves out. */
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
  const isHere = useIsCurrentPage()
  const shown = reader.parse(useSearch({ strict: false }))

  function change(next: T) {
    if (!isHere()) return
    void router.navigate({
      to: '.',
      // The start panel, which opens over any page, stays open.
      search: (({ start, ...newest }: { start?: string }) => ({
        ...withoutDefaults(changedSearch(reader.parse(newest), shown, next), defaults),
        ...(start && { start }),
      })) as never,
      replace: entries.every((name) => next[name] === shown[name]),
    })
  }
  return [shown, change] as const
}

/** Where a list begins. It belongs to the list on screen. */
const POSITIONS = ['PageOffset', 'offset']

/**
 * The search after a change: the search that was requested last, with everything in which `next` differs from the shown
 * one. The requested search may not be shown yet, so a second change in a row doesn’t undo the first.
 */
export function changedSearch<T extends object>(asked: T, shown: T, next: T): T {
  const names = Object.keys({ ...shown, ...next }) as (keyof T & string)[]
  const changed = names.filter((name) => next[name] !== shown[name] || POSITIONS.includes(name))
  return { ...asked, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }
}
