/** A number that JavaScript can't represent exactly, such as a 20-digit identifier, as it is written in the file. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const LONG = /\d{16}|[eE]\+?\d{3}/

/** Parses JSON, with integers beyond 2^53 and numbers beyond 1e308 as `ExactNumber`. Throws if the JSON is invalid. */
export function parseExactly(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text)
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
}

/**
 * Keeps the source of a number that parsing would change. Browsers from before 2025 may not pass the source, so such
 * numbers are rounded there.
 */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined) return value
  const isChanged = !Number.isFinite(value) || (/^-?\d+$/.test(source) && String(value) !== source)
  return isChanged ? new ExactNumber(source) : value
}
