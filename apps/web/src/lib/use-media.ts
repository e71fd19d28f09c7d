import { useSyncExternalStore } from 'react'

/** The width below which lists are rows of two lines; the `phone` variant of the style sheet. */
const phone = matchMedia('(width < 40rem)')

/** Whether the window is as narrow as a phone. Screens mount one layout or the other, never both. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      phone.addEventListener('change', onChange)
      return () => phone.removeEventListener('change', onChange)
    },
    () => phone.matches,
  )
}
