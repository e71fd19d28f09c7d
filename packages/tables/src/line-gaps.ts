const GAP_STEPS = 6
/** Minimum number of points from which the usual distance can be inferred. */
const FEW = 8
/**
 * Maximum distance between points without a gap, in intervals. Above 1, because months and quarters differ in length.
 */
const LONGER = 1.5

interface Place {
  x: number
  y: number
}

export type PointOrGap<P extends Place> = P | { x: number; y: null }

/**
 * Inserts gaps into a line of points sorted by x: at missing values (a y of null), and between points that are much
 * farther apart than usual or, with an `interval`, more than `LONGER` intervals apart. Frequent long distances or
 * missing values don’t break the line.
 */
export function withGaps<P extends Place>(points: readonly PointOrGap<P>[], interval?: number): PointOrGap<P>[] {
  const known = points.filter(isKnown<P>)
  const missing = joinsMissing(points) ? [] : missingBefore(points)
  const steps = known.slice(1).map((point, at) => point.x - (known[at]?.x ?? 0))
  const isGap = longStep(steps, interval)
  return known.flatMap((point, at): PointOrGap<P>[] => {
    const step = steps[at - 1] ?? 0
    const place = missing[at] ?? (at > 0 && isGap(step) ? point.x - step / 2 : undefined)
    return place === undefined ? [point] : [{ x: place, y: null }, point]
  })
}

/** Whether a line joins points across missing values. It does if most points would otherwise be isolated. */
export function joinsMissing(points: readonly PointOrGap<Place>[]): boolean {
  const missing = missingBefore(points)
  return missing.length >= FEW && missing.filter((place) => place !== undefined).length > (missing.length - 1) / 2
}

/**
 * Returns SQL for points with the columns `x` and `y`. `line` is the column that distinguishes lines, if any. One point
 * without `y` represents all missing values between two points.
 */
export function withMissingSql(points: string, line?: string): string {
  const own = line ? `${line}, ` : ''
  const missing = `SELECT ${own}x, NULL AS y FROM ${points} GROUP BY ${own}x HAVING count(y) = 0`
  const before = `lag(y) OVER (${line ? `PARTITION BY ${line} ` : ''}ORDER BY x)`
  return `SELECT ${own}x, y FROM (SELECT ${own}x, y FROM ${points} WHERE y IS NOT NULL UNION ALL ${missing}) QUALIFY y IS NOT NULL OR ${before} IS NOT NULL`
}

function isKnown<P extends Place>(point: PointOrGap<P>): point is P {
  return point.y !== null
}

/** For each point with a value, returns the x of the first missing value since the previous such point, if any. */
function missingBefore(points: readonly PointOrGap<Place>[]): (number | undefined)[] {
  const places: (number | undefined)[] = []
  let [last, missing]: (number | undefined)[] = []
  for (const { x, y } of points) {
    if (y === null) {
      if (last !== undefined && x > last) missing ??= x
      continue
    }
    places.push(missing !== undefined && missing < x ? missing : undefined)
    last = x
    missing = undefined
  }
  return places
}

function longStep(steps: readonly number[], interval?: number): (step: number) => boolean {
  const points = steps.length + 1
  const usual = steps.filter((step) => step > 0).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const longest = interval === undefined ? GAP_STEPS * usual : LONGER * interval
  const isGap = (step: number) => longest > 0 && step > longest
  const most = interval === undefined ? Math.max(points / 20, points < FEW ? 0 : 1) : points / 4
  return steps.filter(isGap).length > most ? () => false : isGap
}
