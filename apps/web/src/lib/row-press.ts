import type { MouseEvent } from 'react'

/**
 * Whether a press on a row opens it. Controls in the row do their own work, a press with a key is meant for a link, and a
 * press that ends a selection is meant for the text.
 */
export function isRowPress({ target, currentTarget, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || shiftKey || altKey) return false
  if ((target as Element).closest('a, button, input, label, [role=menu]')) return false
  const selection = getSelection()
  return !selection || selection.isCollapsed || !selection.containsNode(currentTarget, true)
}
