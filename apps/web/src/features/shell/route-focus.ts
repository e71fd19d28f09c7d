/** What had the focus on the pages that were left, by their entries in the history. */
export const savedFocus = new Map<string, string | undefined>()

const MOST_KEPT = 50

/** What had the focus when the last page was left. */
let leaving: Element | null = null

/** How long the rows of a page may take to appear. Those in sight are drawn two by two. */
const PATIENCE_FRAMES = 60

/** Remembers which link or control has the focus on a page. */
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

/** Moves the focus into the page: to where it was when the page was left, else to the start of its content. */
export function restoreFocus(entry: string | undefined): void {
  const isNew = entry === undefined || !savedFocus.has(entry)
  const selector = isNew ? undefined : savedFocus.get(entry)
  // The router restores positions, and otherwise gives a new page those of the page before it.
  if (isNew) for (const element of document.querySelectorAll(SCROLLED)) element.scrollTo(0, 0)
  if (selector) focusSoon(selector, PATIENCE_FRAMES)
  else if (!isTaken()) content()?.focus({ preventScroll: true })
}

const SCROLLED = '#content, [data-table-frame]'

function content(): HTMLElement | null {
  return document.querySelector('#content')
}

/** A field of the page, a dialog over it, or a control that a fast reader has reached, has the focus already. */
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
