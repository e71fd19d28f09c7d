const TICKS_MAX = 5

/** Returns round, equally spaced ticks for an axis over these values. The ticks of integers are integers. */
export function ticksOver(values: readonly number[]): number[] {
  const areWhole = values.every(Number.isInteger)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const pad = low === high ? (areWhole ? 1 : Math.abs(low) / 10 || 1) : 0
  const step = Math.max(roundStep((high - low + 2 * pad) / TICKS_MAX), areWhole ? 1 : 0)
  // An axis of counts starts at zero or above, even if all values are equal.
  const first = Math.floor((low >= 0 ? Math.max(0, low - pad) : low - pad) / step)
  const last = Math.ceil((high + pad) / step)
  return [...Array(last - first + 1).keys()].map((at) => Number(((first + at) * step).toPrecision(12)))
}

const DECIMALS_MAX = 12

/**
 * Returns a function that formats numbers with enough decimals to distinguish numbers that differ by `step`. Extreme
 * numbers get an exponent.
 */
export function numberTexts(step: number): (value: number) => string {
  const decimals = Number.isFinite(step) && step > 0 ? Math.max(0, -Math.floor(Math.log10(step))) : DECIMALS_MAX
  const shown = new Intl.NumberFormat('en-US', { maximumFractionDigits: Math.min(decimals, DECIMALS_MAX) })
  return (value) => {
    const size = Math.abs(value)
    return size >= 1e15 || (size > 0 && size < 1e-9) ? value.toExponential(2) : shown.format(value)
  }
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}
