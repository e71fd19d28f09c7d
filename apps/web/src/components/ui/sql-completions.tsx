import { clsx } from 'clsx'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Completion } from '#lib/sql-tables.ts'

interface SqlCompletionsProps {
  id: string
  label?: string
  field: RefObject<HTMLTextAreaElement | null>
  /** The text before the word to complete. */
  before: string
  /** The class that gives the hidden copy of the field’s text the same layout as the field. */
  className: string
  items: readonly Completion[]
  /** The index of the highlighted item. */
  at: number
  onPick: (text: string) => void
}

/** A list of completions below the word. The focus stays in the field. */
export function SqlCompletions({
  id,
  label = 'Completions',
  field,
  before,
  className,
  items,
  at,
  onPick,
}: SqlCompletionsProps) {
  const mirror = useRef<HTMLSpanElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const caret = mirror.current?.getBoundingClientRect()
    if (caret) setPlace({ left: Math.min(caret.left, innerWidth - 260), top: caret.bottom + 2 })
  }, [])
  const box = field.current?.getBoundingClientRect()
  // Rendered in the dialog that contains the field, because the rest of the page is inert.
  const host = field.current?.closest('[role=dialog]') ?? document.body
  return createPortal(
    <>
      <div
        aria-hidden="true"
        className={clsx('pointer-events-none fixed invisible', className)}
        style={{ left: box?.left, top: box?.top, width: box?.width }}
      >
        {before}
        <span ref={mirror}>{'\u200B'}</span>
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        className={clsx('fixed z-50 w-64 rounded-lg bg-raised p-1 shadow-pop', !place && 'invisible')}
        style={place}
      >
        {items.map(({ text, insert, kind }, index) => (
          <div
            key={text}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={(event) => {
              event.preventDefault()
              onPick(insert)
            }}
            className={clsx(
              'flex h-7 cursor-pointer items-center gap-3 rounded-md px-2 font-mono text-xs touch:h-11',
              index === at && 'bg-hover',
            )}
          >
            <span className="min-w-0 flex-1 truncate">{text}</span>
            <span className="font-sans text-ink-3">{kind}</span>
          </div>
        ))}
      </div>
    </>,
    host,
  )
}
