import { useSyncExternalStore } from 'react'

/** The width below which lists are rows of two lines; the `phone` variant of the style sheet. */
const phone = matchMedia('(width < 40rem)')

/** The width from which an inspector has room beside a list. */
const wide = matchMedia('(width >= 80rem)')

/** Whether the window is as narrow as a phone. Screens mount one layout or the other, never both. */
export function usePhone(): boolean {
  return useMatch(phone)
}

/** Whether an inspector has room beside a list. */
export function useWide(): boolean {
  return useMatch(wide)
}

function useMatch(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
