import { useEffect, useRef, useState } from 'react'
import { useKeys } from './keys.ts'
import { mainControl, moveInRow } from './tab-stops.ts'
import { createValue } from './value.ts'

interface RowCursorOptions {
  onOpen: (key: string) => void
  onToggle?: (key: string, range: boolean) => void
  onPeek?: (key: string) => void
}

/**
 * Returns the current row of a list in two forms: `cursor` is a value that rows subscribe to, so that moving it renders
 * only two rows, and `current` returns the row’s key if the row exists. j, k and the arrow keys move the cursor and the
 * focus; Enter opens the row, x selects it, Space previews it.
 */
export function useRowCursor(rows: readonly string[], { onOpen, onToggle, onPeek }: RowCursorOptions) {
  const [cursor] = useState(() => createValue<string | undefined>(undefined))
  const current = () => {
    const key = cursor.get()
    return key !== undefined && rows.includes(key) ? key : undefined
  }
  const place = useRef(0)
  useEffect(() => {
    const key = cursor.get()
    if (key === undefined) return
    const at = rows.indexOf(key)
    if (at >= 0) {
      place.current = at
      return
    }
    // The row was removed. The row at its position becomes current, and gets the focus if the removed row had it.
    cursor.set(rows[Math.min(place.current, rows.length - 1)])
    if (document.activeElement === document.body) focusRow()
  })

  function move(by: number) {
    const at = rows.indexOf(cursor.get() ?? '')
    const next = Math.min(rows.length - 1, Math.max(0, at + by))
    place.current = next
    cursor.set(rows[next])
    // React marks the row in a microtask that was queued earlier. In a long list, the row may be rendered later than
    // that, so a failed attempt is repeated in the next frame. A successful attempt is not repeated, because the user
    // may have moved the focus with Tab by then.
    queueMicrotask(() => {
      if (!focusRow()) requestAnimationFrame(focusRow)
    })
  }

  const withRow = (act: ((key: string) => void) | undefined) => () => {
    const key = current()
    if (key === undefined || !act || isOnOtherControl()) return false
    act(key)
    return true
  }

  const within = (by: 1 | -1) => () => {
    const row = document.activeElement?.closest('[data-current-row]')
    if (!row) return false
    moveInRow(row, by)
    return true
  }

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    arrowdown: () => (isElsewhere() ? false : move(1)),
    arrowup: () => (isElsewhere() ? false : move(-1)),
    arrowright: within(1),
    arrowleft: within(-1),
    x: withRow(onToggle && ((key) => onToggle(key, false))),
    'shift+x': withRow(onToggle && ((key) => onToggle(key, true))),
    enter: withRow(onOpen),
    ' ': withRow(onPeek),
  })
  return { cursor, current }
}

function focusRow(): boolean {
  const row = document.querySelector('[data-current-row]')
  if (!row) return false
  row.scrollIntoView({ block: 'nearest' })
  if (!row.contains(document.activeElement)) mainControl(row)?.focus({ preventScroll: true })
  return true
}

/** The arrow keys belong to a focused control outside the current row. */
function isElsewhere(): boolean {
  const focused = document.activeElement?.closest('a, button, input, [role=tab]')
  return focused != null && focused.closest('[data-current-row]') === null
}

/** Enter, Space and X ignore the row while another control has the focus. */
function isOnOtherControl(): boolean {
  const focused = document.activeElement?.closest('a, button, input, [role=tab]')
  const row = focused?.closest('[data-current-row]')
  return focused != null && (!row || mainControl(row) !== focused)
}
