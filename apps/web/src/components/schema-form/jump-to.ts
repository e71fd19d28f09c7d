const FOCUSABLE = 'input:not([type=range]), textarea, select, button:not([tabindex="-1"]), [tabindex="0"]'

/** Brings the field of a pointer into view and puts the focus into it; a missing field gives way to its group. */
export function jumpTo(formId: string, pointer: string): void {
  requestAnimationFrame(() => {
    const form = document.getElementById(formId)
    const field = form && fieldAt(form, pointer)
    const control =
      field?.querySelector<HTMLElement>('[aria-invalid=true]') ?? field?.querySelector<HTMLElement>(FOCUSABLE)
    const group = field?.closest('details')
    if (group) group.open = true
    field?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  })
}

function fieldAt(form: Element, pointer: string): Element {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = form.querySelector(`[data-pointer="${CSS.escape(at)}"]`)
    if (field) return field
  }
  return form
}
