const TICKS_MAX = 5

/** The ticks of an axis over these values, at round distances. Whole numbers have whole ticks. */
export function ticksOver(values: readonly number[]): number[] {
  const areWhole = values.every(Number.isInteger)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const pad = low === high ? (areWhole ? 1 : Math.abs(low) / 10 || 1) : 0
  const step = Math.max(roundStep((high - low + 2 * pad) / TICKS_MAX), areWhole ? 1 : 0)
  // A count that never differs has no ticks below zero.
  const first = Math.floor((low >= 0 ? Math.max(0, low - pad) : low - pad) / step)
  const last = Math.ceil((high + pad) / step)
  return [...Array(last - first + 1).keys()].map((at) => Number(((first + at) * step).toPrecision(12)))
}

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}

export interface Mark {
  x: number
  y: number
}

export const RADIUS = 3.5
/** How much of a mark is seen around the one drawn over it. */
const RING = 2.5

/** Radii for marks of several series: where marks are at the same place, each is a ring around the next. */
export function radiiOf(series: readonly (readonly Mark[])[]): number[][] {
  const keyOf = ({ x, y }: Mark) => `${x} ${y}`
  const over = new Map<string, number>()
  return series
    .toReversed()
    .map((marks) =>
      marks.map((mark) => {
        const count = over.get(keyOf(mark)) ?? 0
        over.set(keyOf(mark), count + 1)
        return RADIUS + count * RING
      }),
    )
    .toReversed()
}
