import { createValue } from './value.ts'

export interface ToastOptions {
  description?: string
  /** Replaces the toast with the same id. */
  id?: string
  durationMs?: number
  /** A toast with an action stays longer; one of an error stays until it is used or closed. */
  action?: { label: string; run: () => void }
}

/** Becomes true with the first toast: only then the host and its library are loaded. */
export const toastsWanted = createValue(false)

/** One promise for all toasts, so that they appear in their order: each import may wait for different files. */
let library: Promise<typeof import('./show-toast.tsx')> | undefined

/** Loads the library and mounts its host. The first toast waits for both. */
async function show(kind: 'success' | 'error' | 'message', text: string, options?: ToastOptions) {
  toastsWanted.set(true)
  library ??= import('./show-toast.tsx').catch((cause: unknown) => {
    library = undefined
    throw cause
  })
  const { showToast } = await library
  showToast(kind, text, options)
}

/** Messages at the lower right edge. Errors of actions are shown automatically (see query-client.ts). */
export const toast = {
  success: (text: string, options?: ToastOptions) => void show('success', text, options),
  error: (text: string, options?: ToastOptions) => void show('error', text, options),
  message: (text: string, options?: ToastOptions) => void show('message', text, options),
}
