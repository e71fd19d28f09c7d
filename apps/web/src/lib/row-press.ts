import type { MouseEvent } from 'react'

const CONTROLS = 'a, button, input, label, [role=menu]'

/**
 * Whether a press on a row opens it. Controls in the row do their own work, a press with a key is meant for a link, and a
 * press that ends a selection is meant for the text.
 */
export function isRowPress(event: MouseEvent): boolean {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey, altKey } = event
  if (ctrlKey || metaKey || shiftKey || altKey) return false
  if ((target as Element).closest(CONTROLS)) return false
  const selection = getSelection()
  return !selection || selection.isCollapsed || !selection.containsNode(currentTarget, true)
}

/** Whether a press on a row opens it in a new tab, as it does on a link: with Ctrl or ⌘, or with the middle button. */
export function isTabPress({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (shiftKey || altKey || (target as Element).closest(CONTROLS)) return false
  return button === 1 || (button === 0 && (ctrlKey || metaKey))
}

function suppressMiddleButton(event: MouseEvent): void {
  if (event.button === 1 && isTabPress(event)) event.preventDefault()
}

/**
 * For rows that the middle button opens in a new tab. Without them, browsers on Windows start to scroll when it is pressed,
 * and browsers on Linux paste the selected text into the field that has the focus when it is released.
 */
export const middleButtonProps = { onMouseDown: suppressMiddleButton, onMouseUp: suppressMiddleButton }
