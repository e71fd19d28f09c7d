/** Focuses the last button of the next row, because the row of the pressed one disappears. Says whether there is another row. */
export function focusNeighbor(pressed: HTMLElement): boolean {
  const row = pressed.closest('li')
  const buttons = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelectorAll('button')
  buttons?.item(buttons.length - 1)?.focus()
  return buttons !== undefined
}
