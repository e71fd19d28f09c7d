/** A number that JavaScript would change, such as an identifier of 20 digits, as the file has it. */
export class ExactNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const LONG = /\d{16}|[eE]\+?\d{3}/

/** Parses JSON without changing whole numbers beyond 2^53 or numbers beyond 1e308. */
export function parseExactly(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text)
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1])
}

/** Browsers from before 2025 may not pass the source. They show such numbers rounded. */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined) return value
  const isChanged = !Number.isFinite(value) || (/^-?\d+$/.test(source) && String(value) !== source)
  return isChanged ? new ExactNumber(source) : value
}
