import type { KeyboardEvent } from 'react'

const CHOICES = '[data-choice]'

/**
 * Handles keys in a search field and the options below it: the arrow keys move between them, and Enter in the field
 * selects the first option. Attach it to the element that contains both.
 */
export function onSearchKeys(event: KeyboardEvent<HTMLElement>): void {
  const field = event.currentTarget.querySelector<HTMLElement>('input[type=search]')
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>(CHOICES)]
  const target = event.target as HTMLElement
  const at = target === field ? -1 : choices.indexOf(target)
  if (!field || (at < 0 && target !== field)) return
  if (event.key === 'Enter' && target === field) choices[0]?.click()
  else if (event.key === 'ArrowDown') choices[Math.min(at + 1, choices.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') (choices[at - 1] ?? field).focus()
  else return
  event.preventDefault()
}
