/** The preview refuses figures in which more points are elements of their own, such as markers and error bars. */
export const MARKS_MAX = 100_000

/** How many points a panel may have, and whether raising “Maximum points” can help. */
export interface PointLimit {
  most: number
  canRaise: boolean
}

/** All panels together may have as many marks as one figure. Lines without marks are drawn in a single path. */
export function pointsPerPanel(
  points: number,
  { hasMarks, panels }: { hasMarks: boolean; panels: number },
): PointLimit {
  const marks = Math.floor(MARKS_MAX / panels)
  return hasMarks && marks <= points ? { most: marks, canRaise: false } : { most: points, canRaise: true }
}
