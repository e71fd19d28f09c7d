/**
 * Selectors of the elements that had the focus when pages were left, by history entry. Undefined if there is no
 * selector.
 */
export const savedFocus = new Map<string, string | undefined>()

const MOST_KEPT = 50

/** The element that had the focus when the previous page was left. */
let leaving: Element | null = null

/** Maximum number of frames to wait for the element, because lists render their rows over several frames. */
const PATIENCE_FRAMES = 60

/** Saves which link or control has the focus, for a history entry. Only the latest `MOST_KEPT` entries are kept. */
export function saveFocus(entry: string | undefined): void {
  leaving = document.activeElement
  if (!entry) return
  savedFocus.delete(entry)
  savedFocus.set(entry, selectorOf(document.activeElement))
  for (const oldest of savedFocus.keys()) {
    if (savedFocus.size <= MOST_KEPT) break
    savedFocus.delete(oldest)
  }
}

/**
 * Moves the focus to the element that had it when the page was left. On a new page, or if no such element is known,
 * moves the focus to the content, unless the user has already focused something. A new page is also scrolled to the
 * top.
 */
export function restoreFocus(entry: string | undefined): void {
  const isNew = entry === undefined || !savedFocus.has(entry)
  const selector = isNew ? undefined : savedFocus.get(entry)
  // The router restores the scroll positions of known pages, but a new page would keep those of the previous page.
  if (isNew) for (const element of document.querySelectorAll(SCROLLED)) element.scrollTo(0, 0)
  if (selector) focusSoon(selector, PATIENCE_FRAMES)
  else if (!isTaken()) content()?.focus({ preventScroll: true })
}

const SCROLLED = '#content, [data-table-frame]'

function content(): HTMLElement | null {
  return document.querySelector('#content')
}

/** Returns whether the focus is already in a field, in a dialog, or on a control that a fast user has reached. */
function isTaken(): boolean {
  const active = document.activeElement
  if (active?.closest('#content :is(input, textarea, select), [role=dialog]')) return true
  return active !== leaving && active !== content() && content()?.contains(active) === true
}

function focusSoon(selector: string, frames: number): void {
  const found = content()?.querySelector<HTMLElement>(selector)
  if (found) found.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusSoon(selector, frames - 1))
}

function selectorOf(element: Element | null): string | undefined {
  const href = element?.closest('#content')?.contains(element) ? element?.getAttribute('href') : null
  if (href) return `a[href="${CSS.escape(href)}"]`
  return element?.id && element.id !== 'content' ? `#${CSS.escape(element.id)}` : undefined
}
