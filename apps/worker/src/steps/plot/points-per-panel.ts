/**
 * Maximum number of marks in a figure. Marks are points that are separate elements, such as markers and error bars. The
 * preview refuses figures with more marks.
 */
export const MARKS_MAX = 100_000

/** Maximum number of points in a panel, and whether raising “Maximum points” can increase it. */
export interface PointLimit {
  most: number
  canRaise: boolean
}

/**
 * Returns the limit per panel. All panels together may have as many marks as a single figure. Lines without marks are
 * exempt, because each line is drawn as a single path.
 */
export function pointsPerPanel(
  points: number,
  { hasMarks, panels }: { hasMarks: boolean; panels: number },
): PointLimit {
  const marks = Math.floor(MARKS_MAX / panels)
  return hasMarks && marks <= points ? { most: marks, canRaise: false } : { most: points, canRaise: true }
}
