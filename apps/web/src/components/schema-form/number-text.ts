/** Parses a number, which may have a decimal comma. Undefined for an empty field; other text is returned as it is. */
export function readNumber(text: string): number | string | undefined {
  const plain = text
    .trim()
    .replaceAll(/[\s\u2009]/g, '')
    .replace(/^(-?\d*),(\d+)$/, '$1.$2')
  if (plain === '') return undefined
  const number = Number(plain)
  return Number.isFinite(number) ? number : text
}

/** Adds `by` steps to a value, within the limits and without floating-point noise. */
export function stepped(
  value: number,
  by: number,
  { min, max, step }: { min: number | undefined; max: number | undefined; step: number },
): number {
  const digits = Math.max(decimals(step), decimals(value))
  const next = Number((value + by * step).toFixed(digits))
  return Math.min(max ?? next, Math.max(min ?? next, next))
}

function decimals(value: number): number {
  const [, fraction = ''] = String(value).split('.')
  return Math.min(fraction.length, 12)
}
