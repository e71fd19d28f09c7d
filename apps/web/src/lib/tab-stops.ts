const CONTROLS = 'a[href], button, input, select, textarea'

/** Returns the control that opens a row. It is focused while the row is current. */
export function mainControl(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button, input')
}

/** Removes the tab stops of a row except, with `isStop`, its main control. Arrow keys move within a row. */
export function setTabStops(row: Element, isStop: boolean): void {
  const main = isStop ? mainControl(row) : null
  for (const control of row.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = control === main ? 0 : -1
}

/** Moves the focus to the next or the previous control of the row, if there is one. */
export function moveInRow(row: Element, by: 1 | -1): void {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility())
  controls[controls.indexOf(document.activeElement as HTMLElement) + by]?.focus()
}
