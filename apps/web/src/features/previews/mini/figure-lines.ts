const MOST_LINES = 8
/** Maximum number of buckets, about one per pixel of a card's width. */
const MOST_BUCKETS = 240

/** The values of a curve; `null` is a gap. */
export type Line = (number | null)[]

/** Returns the first curves of a Plotly figure that have at least two y values. */
export function tracesOf(text: string): Record<string, unknown>[] {
  const figure = parse(text)
  const data = Array.isArray(figure) ? figure : isRecord(figure) && Array.isArray(figure.data) ? figure.data : []
  return data
    .filter((trace: unknown) => isRecord(trace) && isCurve(trace))
    .filter(({ y }: { y: unknown }) => valuesOf(y).filter((value) => value !== null).length > 1)
    .slice(0, MOST_LINES)
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The edges of a filled band, which are lines of width 0, don't count as curves. */
function isCurve({ type, y, line }: Record<string, unknown>): boolean {
  const isEdge = isRecord(line) && line.width === 0
  return !isEdge && Array.isArray(y) && ['scatter', 'scattergl', 'bar', undefined].includes(type as string | undefined)
}

/** Returns the numbers of an array. Everything that is not a finite number becomes a gap. */
export function valuesOf(values: unknown): Line {
  if (!Array.isArray(values)) return []
  return values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : null))
}

/**
 * Returns the positions of the lowest and highest value of each bucket, in order, so that outliers don't disappear. Few
 * values are all kept.
 */
export function downsample(values: Line): number[] {
  const size = Math.ceil(values.length / MOST_BUCKETS)
  if (size <= 2) return [...values.keys()]
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => extremes(values, at * size, size)).flat()
}

function extremes(values: Line, from: number, size: number): number[] {
  const bucket = values.slice(from, from + size)
  const known = bucket.filter((value) => value !== null)
  if (known.length === 0) return bucket.slice(0, 2).map((_, at) => from + at)
  const ends = [bucket.indexOf(Math.min(...known)), bucket.indexOf(Math.max(...known))]
  return ends.toSorted((a, b) => a - b).map((at) => from + at)
}

/** Returns whether a value is a JSON object, that is, neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
