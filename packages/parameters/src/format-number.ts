/** Formats a number for display, with thousands separators and at most twelve decimals. */
export function formatted(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 12 })
}
