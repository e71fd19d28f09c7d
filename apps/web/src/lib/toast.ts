import { createValue } from './value.ts'

export interface ToastOptions {
  description?: string
  /** Replaces the toast with the same id. */
  id?: string
  durationMs?: number
  /** A toast with an action stays longer; one of an error stays until it is used or closed. */
  action?: { label: string; run: () => void }
}

type Sonner = typeof import('sonner')

/** How long a toast with an action stays, so that there is time to find the button. */
const ACTION_MS = 10_000

/** Becomes true with the first toast: only then the host and its library are loaded. */
export const toastsWanted = createValue(false)

let loading: Promise<Sonner> | undefined

/** Loads the library and mounts its host. The first toast waits for both. */
function sonner(): Promise<Sonner> {
  toastsWanted.set(true)
  loading ??= import('sonner')
  return loading
}

async function show(
  kind: 'success' | 'error' | 'message',
  text: string,
  { description, action, id, durationMs }: ToastOptions = {},
) {
  const { toast: make } = await sonner()
  make[kind](text, {
    ...(description ? { description } : {}),
    ...(id ? { id } : {}),
    ...(durationMs ? { duration: durationMs } : {}),
    ...(action
      ? {
          action: { label: action.label, onClick: action.run },
          duration: kind === 'error' ? Number.POSITIVE_INFINITY : (durationMs ?? ACTION_MS),
        }
      : {}),
  })
}

/** Facts at the lower right edge. Errors of actions come here by themselves (see query-client.ts). */
export const toast = {
  success: (text: string, options?: ToastOptions) => void show('success', text, options),
  error: (text: string, options?: ToastOptions) => void show('error', text, options),
  message: (text: string, options?: ToastOptions) => void show('message', text, options),
}
