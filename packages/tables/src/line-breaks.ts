const GAP_STEPS = 6
/** Of fewer points, it is hard to say what is usual. */
const FEW = 8
/** Months and quarters differ in length. */
const LONGER = 1.5

interface Place {
  x: number
  y: number
}

export type Broken<P extends Place> = P | { x: number; y: null }

/**
 * Breaks a line from left to right wherever the distance of two points is far longer than usual, or longer than `interval`
 * if each interval has one point. If long distances are frequent, they are usual.
 */
export function withBreaks<P extends Place>(points: readonly P[], interval?: number): Broken<P>[] {
  const steps = points.slice(1).map((point, at) => point.x - (points[at]?.x ?? 0))
  const usual = steps.filter((step) => step > 0).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const longest = interval === undefined ? GAP_STEPS * usual : LONGER * interval
  const isGap = (step: number) => longest > 0 && step > longest
  const gaps = steps.filter(isGap).length
  const most = interval === undefined ? Math.max(points.length / 20, points.length < FEW ? 0 : 1) : points.length / 4
  if (gaps === 0 || gaps > most) return [...points]
  return points.flatMap((point, at): Broken<P>[] => {
    const step = steps[at - 1] ?? 0
    return at > 0 && isGap(step) ? [{ x: point.x - step / 2, y: null }, point] : [point]
  })
}
