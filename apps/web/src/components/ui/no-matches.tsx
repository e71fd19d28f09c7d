import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import type { Filter } from './filter-bar.tsx'

interface NoMatchesProps {
  /** One resource in a word: `job`. */
  what: string
  /** How many filters are set. */
  count: number
  /** The text in the find field. */
  find: string | undefined
  onDropFind: () => void
  filters: readonly Filter[]
  onDropAll: () => void
  children?: ReactNode
}

/** No resource matches. Offers to drop each filter, or all of them. */
export function NoMatches({ what, count, find, onDropFind, filters, onDropAll, children }: NoMatchesProps) {
  return (
    <EmptyState
      title={count === 1 ? `No ${what} matches the filter` : `No ${what} matches ${count} filters`}
      action={
        <>
          {find ? <Button onClick={onDropFind}>{`Drop “${find}”`}</Button> : null}
          {children}
          {filters.map((filter) => (
            <Button key={filter.id} onClick={filter.onClear}>
              Drop “{filter.label} {filter.value}”
            </Button>
          ))}
          {count > 1 ? <Button onClick={onDropAll}>Drop all</Button> : null}
        </>
      }
    />
  )
}
