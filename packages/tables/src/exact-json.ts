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

/** The same for JSON as Python writes it: NaN and Infinity, which are not valid JSON, become null. */
export function parseWithoutNaN(text: string): unknown {
  try {
    return parseExactly(text)
  } catch (error) {
    const plain = withoutNaN(text)
    if (plain === text) throw error
    return parseWithoutNaN(plain)
  }
}

/** JSON with null instead of NaN and Infinity. */
export function withoutNaN(text: string): string {
  return text.replace(/([:[,]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, '$1null')
}

/** Serializes the result of `parseExactly`. */
export function stringifyExactly(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part), indent)
}
