import { useRouter, useSearch } from '@tanstack/react-router'
import { withoutDefaults } from './deferred-search.ts'
import { useIsCurrentPage } from './use-is-current-page.ts'

interface PageSearchOptions<T extends object> {
  reader: { parse: (search: object) => T }
  /** The default values, which the URL leaves out. */
  defaults: T
  /** Parameters whose change adds a history entry, so that Back undoes it. */
  entries: readonly (keyof T)[]
}

/**
 * Returns the search parameters that the page shows, and a setter. A page shows its old parameters until the data for
 * the new ones is loaded, so the setter changes the last requested parameters. The setter has no effect once the user
 * has opened another page.
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

/** Parameters with the offset of a list. Always taken from `next`, because they apply only to the shown list. */
const POSITIONS = ['PageOffset', 'offset']

/**
 * Returns the search parameters after a change: the last requested ones, with every parameter in which `next` differs
 * from the shown ones. The page may not show the requested parameters yet, so a second change in quick succession
 * doesn’t undo the first.
 */
export function changedSearch<T extends object>(asked: T, shown: T, next: T): T {
  const names = Object.keys({ ...shown, ...next }) as (keyof T & string)[]
  const changed = names.filter((name) => next[name] !== shown[name] || POSITIONS.includes(name))
  return { ...asked, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }
}
