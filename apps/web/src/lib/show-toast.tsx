import { toast as make } from 'sonner'
import { MarkedText } from './marked-text.tsx'

export interface ToastOptions {
  description?: string
  /** Replaces the toast with the same id. */
  id?: string
  durationMs?: number
  /** With a button, a toast stays longer, and an error stays until the user closes it. */
  action?: { label: string; run: () => void }
}

/** Duration of a toast with an action, long enough to find the button. */
const ACTION_MS = 10_000

/** Shows a toast. This file is loaded with the first toast. */
export function showToast(
  kind: 'success' | 'error' | 'message',
  text: string,
  { description, action, id, durationMs }: ToastOptions = {},
): void {
  make[kind](<MarkedText text={text} />, {
    ...(description ? { description: <MarkedText text={description} /> } : {}),
    ...(id ? { id } : {}),
    ...(durationMs ? { duration: durationMs } : {}),
    ...(action
      ? {
          action: { label: action.label, onClick: action.run },
          duration: durationMs ?? (kind === 'error' ? Number.POSITIVE_INFINITY : ACTION_MS),
        }
      : {}),
  })
}
