import { clsx } from 'clsx'
import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Input } from './input.tsx'
import * as texts from './texts.ts'

export interface ColumnChoicesProps {
  columns: readonly { id: string; label: string }[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
  /** Undefined if the default columns are shown. */
  onReset: (() => void) | undefined
  /** The labels are column names from a file, so they are shown in a monospace font. */
  mono?: boolean
}

const SEARCH_FROM = 12
/** Maximum number of columns listed. Others are found by searching. */
const LISTED = 200

/** Checkboxes for the columns of a list. At least one stays checked. */
export function ColumnChoices({ columns, hidden: given, onChange, onReset, mono = false }: ColumnChoicesProps) {
  const [text, setText] = useState('')
  // A copy, because the URL that `given` comes from may be updated only after the next click.
  const [localHidden, setLocalHidden] = useState<ReadonlySet<string>>()
  const hidden = localHidden ?? given
  const matching = columns.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

  function toggle(id: string) {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    if (columns.every((column) => next.has(column.id))) return
    setLocalHidden(next)
    onChange(next)
  }

  /** Unchecks all columns. The list changes only when the next column is checked, because it must show at least one. */
  function deselectAll() {
    setLocalHidden(new Set(columns.map(({ id }) => id)))
  }

  function showOnly(ids: ReadonlySet<string>) {
    const next = new Set(columns.flatMap(({ id }) => (ids.has(id) ? [] : [id])))
    setLocalHidden(next)
    onChange(next)
  }

  function reset() {
    setLocalHidden(undefined)
    onReset?.()
  }

  return (
    <>
      {columns.length >= SEARCH_FROM ? (
        <Input
          inputSize="sm"
          aria-label={texts.searchColumns}
          placeholder={texts.searchColumns}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className="scroll-thin max-h-72 overflow-y-auto">
        {matching.slice(0, LISTED).map(({ id, label }) => (
          <li key={id}>
            <Checkbox checked={!hidden.has(id)} onChange={() => toggle(id)}>
              <span className={clsx('block max-w-48 truncate', mono && 'font-mono text-xs')}>{label}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {matching.length > LISTED ? (
        <p className="text-xs text-ink-3">{fill(texts.moreColumns, formatCount(matching.length - LISTED))}</p>
      ) : null}
      {matching.length > 1 && matching.length < columns.length ? (
        <Button size="sm" variant="text" onClick={() => showOnly(new Set(matching.map(({ id }) => id)))}>
          {fill(texts.showOnlyThese, formatCount(matching.length))}
        </Button>
      ) : null}
      {columns.length >= SEARCH_FROM && text === '' ? (
        <Button size="sm" variant="text" onClick={deselectAll}>
          {texts.deselectAll}
        </Button>
      ) : null}
      {onReset ? (
        <Button size="sm" variant="text" onClick={reset}>
          {texts.resetColumns}
        </Button>
      ) : null}
    </>
  )
}
