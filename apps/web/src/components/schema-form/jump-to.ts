const INPUT = 'input:not([type=range], [type=hidden], [aria-hidden=true])'
/** Selectors of controls, in order of preference: a field comes before its buttons, such as the reset button. */
const FOCUSABLE = ['[aria-invalid=true]', `${INPUT}, textarea, select, [role=combobox]`, 'button, [tabindex="0"]']

/**
 * Scrolls to the field at a JSON pointer and focuses it. If the form has no such field, focuses one of its controls.
 */
export function jumpTo(formId: string, pointer: string): void {
  requestAnimationFrame(() => {
    const form = document.getElementById(formId)
    if (form) focusIn(fieldAt(form, pointer) ?? form)
  })
}

/** Scrolls to the field at a JSON pointer in one of several forms and focuses it. Returns false if there is none. */
export function jumpWithin(root: Element, pointer: string): boolean {
  const field = fieldAt(root, pointer)
  if (field) focusIn(field)
  return field !== undefined
}

/**
 * Focuses the field at a JSON pointer in a panel that is opening: once the panel has taken the focus and the field is
 * rendered, whichever comes last. If the user has moved the focus beyond the panel's header by then, it stays there.
 * Returns a function that stops waiting.
 */
export function focusFirst(panel: Element, formId: string, pointer: string): () => void {
  const focus = () => {
    const before = document.activeElement
    if (!panel.contains(before)) return
    const isInUse = before !== panel && !before?.closest('header')
    const form = document.getElementById(formId)
    if (!isInUse && form) jumpWithin(form, pointer)
    if (isInUse || document.activeElement !== before) stop()
  }
  const observer = new MutationObserver(focus)
  const stop = () => {
    observer.disconnect()
    panel.removeEventListener('focusin', focus)
  }
  observer.observe(panel, { childList: true, subtree: true })
  panel.addEventListener('focusin', focus)
  focus()
  return stop
}

function focusIn(field: Element): void {
  const [control] = FOCUSABLE.flatMap(
    (which) => field.querySelector<HTMLElement>(`:is(${which}):not([tabindex="-1"])`) ?? [],
  )
  const group = field.closest('details')
  if (group) group.open = true
  field.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

function fieldAt(form: Element, pointer: string): Element | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = form.querySelector(`[data-pointer="${CSS.escape(at)}"]`)
    if (field) return field
  }
  return undefined
}
