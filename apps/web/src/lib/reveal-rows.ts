import { flushSync } from 'react-dom'

/** Shows more rows of a list and focuses the first new one, because the pressed button disappears. */
export function revealRows(list: Element | null, reveal: () => void): void {
  const known = new Set(list?.children)
  flushSync(reveal)
  const first = [...(list?.children ?? [])].find((row) => !known.has(row))
  first?.querySelector<HTMLElement>('[data-choice], summary')?.focus()
}
