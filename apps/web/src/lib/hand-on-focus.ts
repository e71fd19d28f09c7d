import { flushSync } from 'react-dom'

/** Focuses the last button of the next row, because the row of the pressed one goes. Says whether there is another row. */
export function focusNeighbor(pressed: HTMLElement): boolean {
  const row = pressed.closest('li')
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  const button = [...(neighbor?.querySelectorAll('button') ?? [])].at(-1)
  button?.focus()
  return button !== undefined
}

/** Shows more of a list, and focuses the first row that it did not have before, because the pressed button goes. */
export function revealRows(list: Element | null, reveal: () => void): void {
  const known = new Set(list?.children)
  flushSync(reveal)
  const first = [...(list?.children ?? [])].find((row) => !known.has(row))
  first?.querySelector<HTMLElement>('[data-choice], summary')?.focus()
}
