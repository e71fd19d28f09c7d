import { Fragment, type ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { paletteOpen, typedAhead } from '#lib/palette.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import type { Filter } from './filter-bar.tsx'
import * as texts from './texts.ts'

/** Another place to search for the term. */
export interface SearchPlace {
  /** The end of a sentence that starts with “Search”: `parameters`. */
  label: string
  onSearch: () => void
}

interface NoMatchesProps {
  /** The plural noun for the resources: `jobs`. */
  what: string
  /** The number of filters that are set, including the search term. */
  count: number
  find: string | undefined
  onDropFind: () => void
  filters: readonly Filter[]
  onDropAll: () => void
  elsewhere?: readonly SearchPlace[]
  children?: ReactNode
}

/** Says that no resource matches, and offers to clear each filter or all of them. */
export function NoMatches(props: NoMatchesProps) {
  const { what, count, find, onDropFind, filters, onDropAll, elsewhere = [], children } = props
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
              <Button onClick={onDropFind}>{texts.clearSearch}</Button>
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
          {find && count === 1 ? (
            <SearchElsewhere
              places={[...elsewhere, { label: texts.everywhere, onSearch: () => searchEverywhere(find) }]}
            />
          ) : null}
        </>
      }
    />
  )
}

/** Links to other places in one line: "Search in parameters, logs or everywhere". */
function SearchElsewhere({ places }: { places: readonly SearchPlace[] }) {
  return (
    <p className="w-full pt-2 text-ink-2">
      {places.length > 1 ? texts.searchIn : texts.search}{' '}
      {places.map(({ label, onSearch }, at) => (
        <Fragment key={label}>
          {at === 0 ? null : at === places.length - 1 ? ` ${texts.or} ` : ', '}
          <button
            type="button"
            aria-label={fill(texts.searchPlace, label)}
            className="rounded-sm font-medium text-accent hover:underline touch:py-3"
            onClick={onSearch}
          >
            {label}
          </button>
        </Fragment>
      ))}
    </p>
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
