/** What the platform knows of raw JSON and its typings do not yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** Parses JSON; whole numbers that a number cannot hold become big integers, so that no digit is lost. */
export function parseExactly(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, exact as (key: string, value: unknown) => unknown) : JSON.parse(text)
}

function exact(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isLossy ? BigInt(source) : value
}

/** Writes what `parseExactly` read. */
export function stringifyExactly(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part))
}
