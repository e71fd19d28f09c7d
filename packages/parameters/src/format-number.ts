/** A number for people: thousands separators, at most twelve decimals. */
export function formatted(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 12 })
}
