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
  /** The plural noun for the resources: `jobs`. */
  what: string
  /** The number of matching rows on all pages. */
  total: number
  find: string | undefined
  /** All filters, including those that are not set. */
  filters: readonly Filter[]
  onFirstPage: () => void
  onDropFind: () => void
  onDropAll: () => void
  /** The number of hidden rows. Undefined until it is known. */
  hidden?: number | undefined
  elsewhere?: readonly SearchPlace[]
  /** Shown if no filter is set. */
  children: ReactNode
}

/** Shown for a list without rows: the requested page has become empty, nothing matches, or nothing exists yet. */
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
