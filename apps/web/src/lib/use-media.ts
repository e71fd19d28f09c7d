import { useSyncExternalStore } from 'react'

/** The width below which lists are rows of two lines; the `phone` variant of the style sheet. */
const phone = matchMedia('(width < 40rem)')

/** The width from which an inspector has room beside a list. */
const roomy = matchMedia('(width >= 90rem)')

/** The width of a laptop: long sentences fit in one line. */
const wide = matchMedia('(width >= 80rem)')

/** The width below which three columns have no room. */
const narrow = matchMedia('(width < 64rem)')

/** Whether the window is as narrow as a phone. Screens mount one layout or the other, never both. */
export function usePhone(): boolean {
  return useMatch(phone)
}

/** Whether an inspector has room beside a list. */
export function useInspectorRoom(): boolean {
  return useMatch(roomy)
}

/** Whether the window is at least as wide as a laptop's. */
export function useWide(): boolean {
  return useMatch(wide)
}

/** Whether the window is too narrow for an editor with panels on both sides. */
export function useNarrow(): boolean {
  return useMatch(narrow)
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
