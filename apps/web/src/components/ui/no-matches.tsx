import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { paletteOpen, typedAhead } from '#lib/palette.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import type { Filter } from './filter-bar.tsx'
import * as texts from './texts.ts'

interface NoMatchesProps {
  /** The resources in a word: `jobs`. */
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

/** No resource matches. Offers to clear each filter, or all of them. */
export function NoMatches({ what, count, find, onDropFind, filters, onDropAll, children }: NoMatchesProps) {
  return (
    <EmptyState
      title={
        find && count === 1
          ? fill(texts.noResultsFor, find)
          : `No ${what} match your ${count === 1 ? 'filter' : 'filters'}`
      }
      action={
        <>
          {find ? (
            count === 1 ? (
              <>
                <Button onClick={onDropFind}>{texts.clearSearch}</Button>
                <Button variant="quiet" onClick={() => searchEverywhere(find)}>
                  {texts.searchEverywhere}
                </Button>
              </>
            ) : (
              <Clear what={find} onClick={onDropFind} />
            )
          ) : null}
          {children}
          {filters.map((filter) => (
            <Clear
              key={filter.id}
              what={
                <>
                  {filter.label} {filter.value}
                </>
              }
              onClick={filter.onClear}
            />
          ))}
          {count > 1 ? <Button onClick={onDropAll}>{texts.clearAll}</Button> : null}
        </>
      }
    />
  )
}

function searchEverywhere(words: string): void {
  typedAhead.set(words)
  paletteOpen.set(true)
}

function Clear({ what, onClick }: { what: ReactNode; onClick: () => void }) {
  return (
    <Button className="max-w-full" onClick={onClick}>
      <span className="truncate">Clear “{what}”</span>
    </Button>
  )
}
