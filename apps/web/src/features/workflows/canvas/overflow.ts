/** The start and end of an element or a window along one axis. */
export interface Extent {
  start: number
  end: number
}

/**
 * Returns how far an element extends beyond the end of a window or, as a negative number, beyond its start. If the
 * element is larger than the window, returns the distance between their starts.
 */
export function overflowOf(it: Extent, window: Extent): number {
  if (it.start < window.start) return it.start - window.start
  return Math.max(0, Math.min(it.end - window.end, it.start - window.start))
}
