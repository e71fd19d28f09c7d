/**
 * Moves the focus out of the row of the pressed button, which will disappear: to the last button of the next row, or
 * of the previous row if there is no next one. Returns whether there is another row.
 */
export function focusNeighbor(pressed: HTMLElement): boolean {
  const row = pressed.closest('li')
  const buttons = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelectorAll('button')
  buttons?.item(buttons.length - 1)?.focus()
  return buttons !== undefined
}
