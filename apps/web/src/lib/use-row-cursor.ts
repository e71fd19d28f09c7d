import { useState } from 'react'
import { useKeys } from './keys.ts'
import { createValue } from './value.ts'

interface RowCursorOptions {
  onOpen: (key: string) => void
  onToggle?: (key: string, range: boolean) => void
  onPeek?: (key: string) => void
}

/**
 * The row that j and k are on, as a value that rows subscribe to: a move renders two rows, not the list. Enter opens the
 * row, x selects it, Space peeks at it. Keys name rows and stay while they exist.
 */
export function useRowCursor(rows: readonly string[], { onOpen, onToggle, onPeek }: RowCursorOptions) {
  const [cursor] = useState(() => createValue<string | undefined>(undefined))
  const current = () => {
    const key = cursor.get()
    return key !== undefined && rows.includes(key) ? key : undefined
  }

  function move(by: number) {
    const at = rows.indexOf(cursor.get() ?? '')
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    cursor.set(next)
    document.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
    if (next) requestAnimationFrame(() => document.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }))
  }

  const withRow = (act: ((key: string) => void) | undefined) => () => {
    const key = current()
    if (key === undefined || !act || isOnControl()) return false
    act(key)
    return true
  }

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => (isOnControl() ? false : move(1)),
    arrowup: () => (isOnControl() ? false : move(-1)),
    x: withRow(onToggle && ((key) => onToggle(key, false))),
    'shift+x': withRow(onToggle && ((key) => onToggle(key, true))),
    enter: withRow(onOpen),
    ' ': withRow(onPeek),
  })
  return { cursor, current }
}

/** Enter, Space and arrows belong to a link, button or tab that has the focus. */
function isOnControl(): boolean {
  return document.activeElement?.closest('a, button, input, [role=tab]') != null
}
