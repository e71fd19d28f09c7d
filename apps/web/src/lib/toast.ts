import type * as ShowToast from './show-toast.tsx'
import type { ToastOptions } from './show-toast.tsx'
import { createValue } from './value.ts'

/** Becomes true with the first toast, when the container of toasts and its library are loaded. */
export const toastsWanted = createValue(false)

/** Shared by all toasts so that they appear in order, because separate imports might wait for different files. */
let library: Promise<typeof ShowToast> | undefined

/** The first toast waits for the library and for the container of toasts. */
async function show(kind: 'success' | 'error' | 'message', text: string, options?: ToastOptions) {
  toastsWanted.set(true)
  library ??= import('./show-toast.tsx').catch((cause: unknown) => {
    library = undefined
    throw cause
  })
  const { showToast } = await library
  showToast(kind, text, options)
}

/** Shows messages in the lower right corner. Errors of actions are shown automatically (see query-client.ts). */
export const toast = {
  success: (text: string, options?: ToastOptions) => void show('success', text, options),
  error: (text: string, options?: ToastOptions) => void show('error', text, options),
  message: (text: string, options?: ToastOptions) => void show('message', text, options),
}
