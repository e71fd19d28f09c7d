import { createValue } from './value.ts'

/** The id of the form for correcting the parameter that made a job fail. */
export const FIX_FORM = 'fix-job'

/** Why the form can’t be submitted yet, for the button at the bottom of a phone’s screen, outside the form. */
export const fixBlocked = createValue<string | undefined>(undefined)

/** Submits the form from elsewhere on the page. Returns false if there is no such form. */
export function submitFix(): boolean {
  const form = document.getElementById(FIX_FORM)
  if (form instanceof HTMLFormElement) form.requestSubmit()
  return form !== null
}
