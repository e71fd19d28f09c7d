export interface Figure {
  median: number
  lowest: number
  highest: number
}

/** Computes the median and the range. Without values, all three figures are NaN. */
export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
  return { median, lowest: sorted[0] ?? Number.NaN, highest: sorted.at(-1) ?? Number.NaN }
}

/** Formats milliseconds as "1.23 s (1.20–1.31)". */
export function inSeconds({ median, lowest, highest }: Figure): string {
  const text = (ms: number) => (ms / 1000).toFixed(2)
  return `${text(median)} s (${text(lowest)}–${text(highest)})`
}

/** Formats bytes as "123 MB (120–130)". */
export function inMegabytes({ median, lowest, highest }: Figure): string {
  const text = (bytes: number) => (bytes / 1e6).toFixed(0)
  return `${text(median)} MB (${text(lowest)}–${text(highest)})`
}
