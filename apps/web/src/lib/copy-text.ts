import { toast } from './toast.ts'

/**
 * Copies a string, and shows `said` as a toast if given, for buttons that don’t confirm the copy themselves. Shows an
 * error if copying failed. Resolves with whether copying succeeded.
 */
export async function copyText(text: string, { said }: { said?: string } = {}): Promise<boolean> {
  const done = await write(text)
  if (!done) toast.error('Your browser blocked copying. Select the text and copy it manually.')
  else if (said) toast.success(said)
  return done
}

/** Plain HTTP has no clipboard API, so the browser’s old copy command is the fallback. */
async function write(text: string): Promise<boolean> {
  if (!navigator.clipboard) return writeByCommand(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => writeByCommand(text),
  )
}

function writeByCommand(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position: fixed; opacity: 0'
  // Placed in the open dialog, which prevents elements outside from receiving focus.
  const place = document.activeElement?.closest('[role=dialog]') ?? document.body
  const before = document.activeElement
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
