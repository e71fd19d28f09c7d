import { clsx } from 'clsx'
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Completion, completions, type SqlTable, sqlName, wordBefore } from '#lib/sql-tables.ts'
import { fieldFrame } from './input.tsx'
import { SqlCode } from './sql-code.tsx'
import { SqlCompletions } from './sql-completions.tsx'
import { SqlTables } from './sql-tables.tsx'

interface SqlFieldProps {
  control: ComponentProps<'textarea'>
  value: string
  onChange: (value: string) => void
  disabled: boolean
  tables: readonly SqlTable[]
  marked?: { before: string; wrong: string; after: string } | undefined
}

/** Shared by both layers, because their text must be at the same positions. */
const LAYER = 'px-2.5 py-1.5 font-mono text-xs/5 whitespace-pre-wrap wrap-anywhere'

/**
 * An SQL editor: a plain text field above a highlighted copy of its text, so that selection, undo and spell checking
 * work natively. Names are suggested while typing. Ctrl+Space suggests names even before one is typed.
 */
export function SqlField({ control, value, onChange, disabled, tables, marked }: SqlFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [offer, setOffer] = useState<{ start: number; end: number; items: Completion[]; at: number }>()
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  function suggest(all: boolean) {
    const end = field.current?.selectionStart ?? 0
    const { word, start } = wordBefore(field.current?.value ?? '', end)
    const items = word === '' && !all ? [] : completions(word, tables)
    const isDone = items.some((item) => item.insert === word)
    setOffer(items.length === 0 || isDone ? undefined : { start, end, items, at: 0 })
  }

  function insert(text: string, start: number, end: number) {
    caret.current = start + text.length
    setOffer(undefined)
    onChange(value.slice(0, start) + text + value.slice(end))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === ' ' && event.ctrlKey) suggest(true)
    else if (!offer) return
    else if (event.key === 'ArrowDown') setOffer({ ...offer, at: (offer.at + 1) % offer.items.length })
    else if (event.key === 'ArrowUp')
      setOffer({ ...offer, at: (offer.at + offer.items.length - 1) % offer.items.length })
    else if (event.key === 'Escape') setOffer(undefined)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey)
      insert(offer.items[offer.at]?.insert ?? '', offer.start, offer.end)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="@container/sql">
      <div className="grid gap-2 @lg/sql:grid-cols-[minmax(0,1fr)_200px]">
        <div className={clsx(fieldFrame, 'relative items-stretch! overflow-hidden')}>
          <SqlCode text={value} className={LAYER} />
          {marked ? (
            <pre
              aria-hidden="true"
              className={clsx('pointer-events-none absolute inset-0 text-transparent forced-color-adjust-none', LAYER)}
            >
              {marked.before}
              <mark className="bg-transparent text-transparent underline decoration-danger decoration-wavy decoration-1 underline-offset-4">
                {marked.wrong}
              </mark>
              {marked.after}
            </pre>
          ) : null}
          <textarea
            {...control}
            ref={field}
            value={value}
            disabled={disabled}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            aria-autocomplete="list"
            aria-controls={offer ? listId : undefined}
            aria-activedescendant={offer ? `${listId}-${offer.at}` : undefined}
            onChange={(event) => {
              onChange(event.target.value)
              suggest(false)
            }}
            onKeyDown={onKeyDown}
            onClick={() => setOffer(undefined)}
            onBlur={() => setOffer(undefined)}
            className={clsx(
              LAYER,
              'relative field-sizing-content min-h-28 w-full resize-none bg-transparent text-transparent caret-ink outline-none',
            )}
          />
        </div>
        <SqlTables
          tables={tables}
          onPick={(name) => {
            const end = field.current?.selectionEnd ?? value.length
            insert(sqlName(name), field.current?.selectionStart ?? end, end)
          }}
        />
      </div>
      {offer ? (
        <SqlCompletions
          key={offer.start}
          id={listId}
          field={field}
          before={value.slice(0, offer.start)}
          className={LAYER}
          items={offer.items}
          at={offer.at}
          onPick={(text) => insert(text, offer.start, offer.end)}
        />
      ) : null}
    </div>
  )
}
