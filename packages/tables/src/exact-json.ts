/** Types of `rawJSON` and `isRawJSON`, which TypeScript lacks. */
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
}
type Reviver = (key: string, value: unknown) => unknown

/** Parses JSON without losing digits of integers. An integer outside the safe range becomes a bigint. */
export function parseExactly(text: string): unknown {
  return /\d{16}/.test(text) ? JSON.parse(text, exact as Reviver) : JSON.parse(text)
}

function exact(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isLossy ? BigInt(source) : value
}

/** Matches numbers that JavaScript would write differently. A match within a string literal is harmless. */
const UNUSUAL = /-0|\.\d*0(?!\d)|\d[eE]|\d{16}/

/** Parses JSON so that `stringifyExactly` writes each number as it is in the source, such as `1.10` and `-0.0`. */
export function parseVerbatim(text: string): unknown {
  return UNUSUAL.test(text) ? JSON.parse(text, verbatim as Reviver) : JSON.parse(text)
}

function verbatim(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  return typeof value === 'number' && JSON.stringify(value) !== source ? rawJSON(source) : value
}

/** Whether a value from `parseVerbatim` is an object or array, and not a number kept as a `rawJSON` object. */
export function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isRawJSON(value)
}

/** Parses JSON like `parseExactly`. NaN and Infinity, which Python writes although they are invalid, become null. */
export function parseWithoutNaN(text: string): unknown {
  try {
    return parseExactly(text)
  } catch (error) {
    const plain = withoutNaN(text)
    if (plain === text) throw error
    return parseWithoutNaN(plain)
  }
}

/** Replaces NaN and Infinity in JSON with null. */
export function withoutNaN(text: string): string {
  return text.replace(/([:[,]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, '$1null')
}

/** Serializes the result of `parseExactly` or `parseVerbatim`. */
export function stringifyExactly(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part), indent)
}
