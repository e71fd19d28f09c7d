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
  /** Undefined if the columns are as they are by default. */
  onReset: (() => void) | undefined
  /** Column names from a file. */
  mono?: boolean
}

const SEARCH_FROM = 12
/** If there are more columns, only the first ones are listed. */
const LISTED = 200

/** The columns in a list of checkboxes; at least one stays chosen. */
export function ColumnChoices({ columns, hidden: given, onChange, onReset, mono = false }: ColumnChoicesProps) {
  const [text, setText] = useState('')
  // The choice arrives by way of the URL, which may take longer than the next click.
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const hidden = chosen ?? given
  const matching = columns.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))

  function toggle(id: string) {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    if (columns.every((column) => next.has(column.id))) return
    setChosen(next)
    onChange(next)
  }

  /** The columns stay on screen until the first one is chosen, because at least one is. */
  function deselectAll() {
    setChosen(new Set(columns.map(({ id }) => id)))
  }

  function showOnly(ids: ReadonlySet<string>) {
    const next = new Set(columns.flatMap(({ id }) => (ids.has(id) ? [] : [id])))
    setChosen(next)
    onChange(next)
  }

  function reset() {
    setChosen(undefined)
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
