/** What the values of a column are, as far as sorting and drawing need to know. */
export type ValueKind = 'number' | 'time' | 'boolean' | 'text'
export type Decimal = '.' | ','

export interface ColumnKind {
  kind: ValueKind
  /** For times that are not ISO 8601: how they are written, in the words of strptime. */
  timeFormats?: string[]
}

/** Words for "no value" that people write into cells. They do not keep a column from being numbers. */
const MISSING = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', 'nil', '-', '--', '–', '?', '#n/a', 'inf', '-inf'])

const NUMBER_POINT = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?(e[+-]?\d+)?$/i
const NUMBER_COMMA = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d*)?(e[+-]?\d+)?$/i
const BOOLEAN = /^(true|false|yes|no|ja|nein|t|f|y|n)$/i
const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/
const CLOCK = '( \\d{1,2}:\\d{2}(:\\d{2})?)?'
const WRITTEN = [
  { pattern: new RegExp(`^\\d{1,2}\\.\\d{1,2}\\.\\d{4}${CLOCK}$`), date: '%d.%m.%Y' },
  { pattern: new RegExp(`^\\d{4}/\\d{1,2}/\\d{1,2}${CLOCK}$`), date: '%Y/%m/%d' },
  { pattern: new RegExp(`^(0?[1-9]|1[0-2])/\\d{1,2}/\\d{4}${CLOCK}$`), date: '%m/%d/%Y' },
  { pattern: new RegExp(`^\\d{1,2}/(0?[1-9]|1[0-2])/\\d{4}${CLOCK}$`), date: '%d/%m/%Y' },
]

/** Says whether a cell stands for "no value". */
export function isMissing(value: string): boolean {
  return MISSING.has(value.trim().toLowerCase())
}

export function isNumber(value: string, decimal: Decimal): boolean {
  const text = value.trim()
  return /\d/.test(text) && (decimal === ',' ? NUMBER_COMMA : NUMBER_POINT).test(text)
}

export function isTime(value: string): boolean {
  const text = value.trim()
  return ISO.test(text) || WRITTEN.some(({ pattern }) => pattern.test(text))
}

/** Tells the kind of a column from a sample of its cells: the first kind that all of them fit. */
export function columnKind(sample: readonly (string | null)[], decimal: Decimal): ColumnKind {
  const values = sample.filter((value) => value !== null).filter((value) => !isMissing(value))
  if (values.length === 0) return { kind: 'text' }
  if (values.every((value) => BOOLEAN.test(value.trim()))) return { kind: 'boolean' }
  if (values.every((value) => ISO.test(value.trim()))) return { kind: 'time' }
  const written = WRITTEN.find(({ pattern }) => values.every((value) => pattern.test(value.trim())))
  if (written) {
    return { kind: 'time', timeFormats: [`${written.date} %H:%M:%S`, `${written.date} %H:%M`, written.date] }
  }
  return { kind: values.every((value) => isNumber(value, decimal)) ? 'number' : 'text' }
}
