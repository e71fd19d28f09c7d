import { useState } from 'react'
import { useKeys } from './keys.ts'

interface RowCursorOptions {
  onOpen: (key: string) => void
  onToggle?: (key: string, range: boolean) => void
  onPeek?: (key: string) => void
}

/** The row that j and k are on. Enter opens it, x selects it, Space peeks at it. Keys name rows and stay while they exist. */
export function useRowCursor(rows: readonly string[], { onOpen, onToggle, onPeek }: RowCursorOptions) {
  const [active, setActive] = useState<string>()
  const at = active === undefined ? -1 : rows.indexOf(active)
  const current = at < 0 ? undefined : active

  function move(by: number) {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    setActive(next)
    document.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
    if (next) requestAnimationFrame(() => document.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }))
  }

  const withRow = (act: ((key: string) => void) | undefined) => () => {
    if (!current || !act || isOnControl()) return false
    act(current)
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
  return { active: current, setActive }
}

/** Enter, Space and arrows belong to a link, button or tab that has the focus. */
function isOnControl(): boolean {
  return document.activeElement?.closest('a, button, input, [role=tab]') != null
}
