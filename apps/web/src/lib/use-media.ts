import { useSyncExternalStore } from 'react'

/** The width below which lists are rows of two lines. Same as the `phone` variant of the style sheet. */
const phone = matchMedia('(width < 40rem)')

/** The minimum width for an inspector beside a list. */
const roomy = matchMedia('(width >= 90rem)')

/** The minimum width of a laptop window, in which long sentences fit in one line. */
const wide = matchMedia('(width >= 80rem)')

/** The width below which three columns don’t fit. */
const narrow = matchMedia('(width < 64rem)')

/** Returns whether the window is as narrow as a phone. Screens mount one layout or the other, never both. */
export function usePhone(): boolean {
  return useMatch(phone)
}

/** Returns whether there is room for an inspector beside a list. */
export function useInspectorRoom(): boolean {
  return useMatch(roomy)
}

/** Returns whether the window is at least as wide as a laptop's. */
export function useWide(): boolean {
  return useMatch(wide)
}

/** Returns whether the window is too narrow for an editor with panels on both sides. */
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
