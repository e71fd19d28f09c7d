import { toast } from './toast.ts'

/** Puts a text on the clipboard, and says so where no button shows it. Resolves with whether that succeeded. */
export async function copyText(text: string, { said }: { said?: string } = {}): Promise<boolean> {
  const done = await write(text)
  if (!done) toast.error('Your browser blocked copying. Select the text and copy it manually.')
  else if (said) toast.success(said)
  return done
}

/** Plain http has no clipboard API; there the browser's old command does it. */
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
  // A dialog lets nothing outside of it take the focus.
  const place = document.activeElement?.closest('[role=dialog]') ?? document.body
  const before = document.activeElement
  place.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
