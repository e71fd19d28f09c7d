/** A dot of the plot. Dots with the same `x` and `y` overlap. */
export interface Mark {
  x: number
  y: number
}

export const RADIUS = 3.5

/** Distance between a mark and the ring around it. */
const RING = 3
const RINGS_MAX = 3

/**
 * Returns the radii of the marks of several series. If marks are at the same position, those of earlier series are
 * rings around the last one.
 */
export function radiiOf(series: readonly (readonly Mark[])[]): number[][] {
  const keyOf = ({ x, y }: Mark) => `${x} ${y}`
  const places = series.map((marks) => new Set(marks.map(keyOf)))
  return series.map((marks, at) =>
    marks.map((mark) => {
      const later = places.slice(at + 1).filter((set) => set.has(keyOf(mark))).length
      return RADIUS + RING * Math.min(later, RINGS_MAX)
    }),
  )
}
