import { type ReactNode, useDeferredValue } from 'react'

/**
 * Renders its children after the rest of the page, in slices between which the browser can handle input. The parent
 * must reserve the space of the children.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
