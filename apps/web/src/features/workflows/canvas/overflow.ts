/** Where something, or a window, starts and ends in one direction. */
export interface Extent {
  start: number
  end: number
}

/**
 * How far something reaches beyond the end of a window, or, as a negative number, before its start. Of what is larger
 * than the window, the start counts.
 */
export function overflowOf(it: Extent, window: Extent): number {
  if (it.start < window.start) return it.start - window.start
  return Math.max(0, Math.min(it.end - window.end, it.start - window.start))
}
