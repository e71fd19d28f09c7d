/**
 * Focuses the last button of the next row, or of the previous row if there is no next one, because the row of the
 * pressed button will disappear. Returns whether there is such a row.
 */
export function focusNeighbor(pressed: HTMLElement): boolean {
  const row = pressed.closest('li')
  const buttons = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelectorAll('button')
  buttons?.item(buttons.length - 1)?.focus()
  return buttons !== undefined
}
