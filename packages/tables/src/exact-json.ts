/** Source access for JSON.parse, which TypeScript's typings lack. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** Parses JSON without losing digits: whole numbers that a number cannot represent become bigints. */
export function parseExactly(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, exact as (key: string, value: unknown) => unknown) : JSON.parse(text)
}

function exact(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isLossy ? BigInt(source) : value
}

/** Serializes the result of `parseExactly`. */
export function stringifyExactly(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part))
}
