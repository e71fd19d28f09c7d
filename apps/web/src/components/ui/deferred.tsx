import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the rest of the page, in slices that leave room for input. Whatever holds them keeps their
 * place.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
