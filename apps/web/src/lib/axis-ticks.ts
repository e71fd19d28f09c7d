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
