import type { MouseEvent } from 'react'

const CONTROLS = 'a, button, input, label, [role=menu]'

/**
 * Returns whether a click opens the row: it is not on a control, has no modifier key, and doesn’t end a text selection.
 */
export function isRowPress(event: MouseEvent): boolean {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey, altKey } = event
  if (ctrlKey || metaKey || shiftKey || altKey) return false
  if ((target as Element).closest(CONTROLS)) return false
  const selection = getSelection()
  return !selection || selection.isCollapsed || !selection.containsNode(currentTarget, true)
}

/** Returns whether a click on a row opens it in a new tab, like a link: with Ctrl or ⌘, or with the middle button. */
export function isTabPress({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (shiftKey || altKey || (target as Element).closest(CONTROLS)) return false
  return button === 1 || (button === 0 && (ctrlKey || metaKey))
}

function suppressMiddleButton(event: MouseEvent): void {
  if (event.button === 1 && isTabPress(event)) event.preventDefault()
}

/**
 * Event handlers for rows that the middle button opens in a new tab. Without them, browsers on Windows start scrolling
 * when the button is pressed, and browsers on Linux paste the selected text into the focused field when it is released.
 */
export const middleButtonProps = { onMouseDown: suppressMiddleButton, onMouseUp: suppressMiddleButton }
