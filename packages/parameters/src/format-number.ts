/** A number as people read it: digits grouped by thousands, at most twelve decimals. */
export function formatted(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 12 })
}
