import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { keyCaps } from '#lib/keys.ts'
import type { Entry, matchingEntries } from './palette-entries.ts'
import * as texts from './texts.ts'

interface PaletteRowsProps {
  id: string
  groups: ReturnType<typeof matchingEntries>
  /** Index of the active row. */
  at: number
  onMark: (at: number) => void
  onChoose: (entry: Entry, inNewTab?: boolean) => void
  nothing: string
}

/** The results, in groups. The focus stays in the search field, and the active row is highlighted. */
export function PaletteRows({ id, groups, at, onMark, onChoose, nothing }: PaletteRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const rows = groups.flatMap(([, entries]) => entries)
  return (
    <div
      ref={list}
      id={`${id}-rows`}
      role="listbox"
      aria-label={texts.found}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto p-2"
    >
      {groups.map(([group, entries]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
        <div key={group} role="group" aria-label={group}>
          <div aria-hidden="true" className="px-2 pt-2 pb-1 text-xs text-ink-3">
            {group}
          </div>
          {entries.map((entry) => {
            const row = rows.indexOf(entry)
            return (
              <Row
                key={entry.id}
                id={`${id}-${row}`}
                entry={entry}
                row={row}
                marked={row === at}
                onMark={() => onMark(row)}
                onChoose={(inNewTab) => onChoose(entry, inNewTab)}
              />
            )
          })}
        </div>
      ))}
      {groups.length === 0 ? <p className="px-2 py-6 text-center text-ink-2 wrap-anywhere">{nothing}</p> : null}
    </div>
  )
}

interface RowProps {
  id: string
  entry: Entry
  row: number
  marked: boolean
  onMark: () => void
  onChoose: (inNewTab: boolean) => void
}

function Row({ id, entry, row, marked, onMark, onChoose }: RowProps) {
  const { label, meta, icon: Icon, keys } = entry
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the search field has the focus and handles the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
    <div
      id={id}
      role="option"
      aria-selected={marked}
      data-at={row}
      onPointerMove={() => marked || onMark()}
      onClick={(event) => onChoose(event.metaKey || event.ctrlKey)}
      className={clsx(
        'flex h-10 cursor-pointer items-center gap-3 rounded-md px-2 touch:h-11',
        marked ? 'bg-selected text-ink' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden="true" className={marked ? 'text-accent' : 'text-ink-3'} />
      <MiddleTruncate text={label} className="font-medium text-ink" />
      {meta ? <span className="min-w-0 flex-none truncate text-xs text-ink-3">{meta}</span> : null}
      {keys ? (
        <span className="ml-auto flex gap-1">
          {keyCaps(keys)
            .split(' ')
            .map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
        </span>
      ) : null}
    </div>
  )
}
