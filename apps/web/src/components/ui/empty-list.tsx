import { lazy, type ReactNode, Suspense } from 'react'
import { pluralTotal } from '#lib/format.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import type { Filter } from './filter-bar.tsx'
import type { SearchPlace } from './no-matches.tsx'
import * as texts from './texts.ts'

/** Loaded on demand, because most lists have rows. */
const NoMatches = lazy(() => import('./no-matches.tsx').then((module) => ({ default: module.NoMatches })))

interface EmptyListProps {
  /** The resources in a word: `jobs`. */
  what: string
  /** How many match on all pages. */
  total: number
  /** The text in the find field. */
  find: string | undefined
  /** All filters, set or not. */
  filters: readonly Filter[]
  onFirstPage: () => void
  onDropFind: () => void
  onDropAll: () => void
  /** How many rows are hidden, once it is known. */
  hidden?: number | undefined
  /** Other places to look for the text. */
  elsewhere?: readonly SearchPlace[]
  /** What is said if nothing is filtered. */
  children: ReactNode
}

/** A list without rows: the page that was asked for has become empty, nothing matches, or there is nothing yet. */
export function EmptyList({
  what,
  total,
  find,
  filters,
  onFirstPage,
  onDropFind,
  onDropAll,
  hidden = 0,
  elsewhere = [],
  children,
}: EmptyListProps) {
  const set = filters.filter(({ value }) => value !== undefined)
  const count = set.length + (find ? 1 : 0)
  if (total > 0) {
    return (
      <EmptyState title={texts.thisPageIsEmpty} action={<Button onClick={onFirstPage}>{texts.firstPage}</Button>}>
        {texts.theListIsShorterNow}
      </EmptyState>
    )
  }
  if (count === 0) {
    return (
      <>
        {children}
        {hidden > 0 ? (
          <p className="flex-none px-6 py-3 text-ink-3 phone:px-4">
            {pluralTotal(hidden, `hidden ${what.slice(0, -1)}`)}
            <Button size="sm" variant="text" onClick={filters.find(({ id }) => id === 'ShowHidden')?.onAdd}>
              {texts.show}
            </Button>
          </p>
        ) : null}
      </>
    )
  }
  return (
    <Suspense>
      <NoMatches
        what={what}
        count={count}
        find={find}
        onDropFind={onDropFind}
        filters={set}
        onDropAll={onDropAll}
        elsewhere={elsewhere}
      />
    </Suspense>
  )
}
