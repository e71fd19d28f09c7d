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
  if (source === NAN) return Number.NaN
  const isLossy = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isLossy ? BigInt(source) : value
}

/** Matches numbers that JavaScript would write differently. Other matches, as in string literals, are harmless. */
const UNUSUAL = /-0|\.\d*0(?!\d)|\.0{6}|\d[eE]|\d{16}|\d[\d.]{15}\d/

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

/** Parses JSON like `parseExactly`. Accepts NaN and Infinity, which Python writes although they are invalid. */
export function parseWithNaN(text: string): unknown {
  try {
    return parseExactly(text)
  } catch (error) {
    const valid = withoutNaN(text)
    if (valid === text) throw error
    return JSON.parse(valid, exact as Reviver)
  }
}

/** A number that stands for NaN in valid JSON. No program writes it. */
const NAN = '-0e-2147483648'

/** Replaces NaN and Infinity in JSON with numbers that `parseWithNaN` reads as NaN and Infinity. */
export function withoutNaN(text: string): string {
  let isInText = false
  return text.replace(/\\.|"|(?<=[:[,]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g, (found) => {
    if (found === '"') isInText = !isInText
    return isInText ? found : found.replace('NaN', NAN).replace('Infinity', '1e999')
  })
}

/**
 * Serializes the result of `parseWithNaN`. Keeps NaN and Infinity, which are invalid JSON but which the engine reads.
 */
export function stringifyWithNaN(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) => {
    if (typeof part === 'bigint') return rawJSON(String(part))
    return typeof part === 'number' && !Number.isFinite(part) ? `\0${part}` : part
  })
  return text.replace(/"\\u0000(NaN|-?Infinity)"/g, '$1')
}

/** Serializes the result of `parseExactly` or `parseVerbatim`. NaN and Infinity become null. */
export function stringifyExactly(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJSON(String(part)) : part), indent)
}
