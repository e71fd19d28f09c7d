import { NO_VALUE, saysNoValue } from './no-value.ts'
import { sqlText } from './sql.ts'
import { ISO_TIME, TIME_SPELLINGS, type TimeSpelling } from './time-formats.ts'

/** How the cells of a text column are read. */
export type Reading =
  | { kind: 'text' }
  | { kind: 'boolean' }
  | NumberReading
  | { kind: 'time'; written: 'iso' | 'iso with offset' | 'seconds' | 'milliseconds'; dateOnly: boolean }
  | { kind: 'time'; written: readonly string[]; dateOnly: boolean; order?: TimeSpelling['order'] }

interface NumberReading {
  kind: 'number'
  decimal: '.' | ','
  thousands: '' | '.' | ',' | ' ' | "'"
  /** Written with the minus sign of typesetting, which is another character than the hyphen. */
  longMinus?: true
}

/** At least this share of the cells looked at has to fit a kind for the column to be taken for it. */
const FITTING_SHARE = 0.8

const EXPONENT = '([eE][+-]?\\d+)?'
const GROUPED = { '.': '\\.', ',': ',', ' ': '[ \\x{a0}\\x{202f}]', "'": "['\\x{2019}]" } as const
const IDENTIFIER = /^[+-]?0\d+$|^[+-]?\d{16,}$/
const BOOLEAN = /^(true|false)$/i
const LONG_MINUS = '\u2212'

/** Matches the numbers of one spelling, in the engine's dialect of regular expressions. */
function numberPattern({ decimal, thousands }: NumberReading): string {
  const point = decimal === '.' ? '\\.' : ','
  const plain = `(\\d+(${point}\\d*)?|${point}\\d+)${EXPONENT}`
  if (thousands === '') return `[+-]?${plain}`
  return `[+-]?(\\d{1,3}(${GROUPED[thousands]}\\d{3})+(${point}\\d*)?|${plain})`
}

const SPELLINGS: Record<'.' | ',', NumberReading[]> = {
  '.': (['', ',', ' ', "'"] as const).map((thousands) => ({ kind: 'number', decimal: '.', thousands })),
  ',': (['', '.', ' ', "'"] as const).map((thousands) => ({ kind: 'number', decimal: ',', thousands })),
}

const OFFSET = /:\d{2}([.,]\d+)? ?(Z|UTC|[+-]\d{2}(:?\d{2})?)$/

/** What is known of a column before its cells are read. */
interface ColumnHints {
  name?: string
  decimal: '.' | ','
  /** Digits alone are no times, because the file would have written them otherwise. */
  hasTypes?: boolean
}

/**
 * The ways a column may be read, the likeliest first; the last is always text. Judged by a sample of its cells, so each
 * has to be tried on the whole column before it is believed.
 */
export function readingsOf(
  cells: readonly (string | null)[],
  { name, decimal, hasTypes = false }: ColumnHints,
): Reading[] {
  const values = cells.flatMap((cell) => (cell === null || saysNoValue(cell) ? [] : [cell.trim()]))
  if (values.length === 0) return [{ kind: 'text' }]
  const fits = (test: (value: string) => boolean) => values.filter(test).length >= values.length * FITTING_SHARE
  const readings: Reading[] = []
  if (values.every((value) => BOOLEAN.test(value))) readings.push({ kind: 'boolean' })
  readings.push(...timeReadings(values, fits, { decimal, hasTypes }))
  if (readings.length === 0 && !values.some((value) => IDENTIFIER.test(value))) {
    readings.push(...(hasTypes ? [] : epochReadings(values, name)), ...numberReadings(values, decimal))
  }
  return [...readings, { kind: 'text' }]
}

function numberReadings(values: readonly string[], decimal: '.' | ','): NumberReading[] {
  const bare = values.map((value) => value.replace(LONG_MINUS, '-'))
  const hasLongMinus = bare.some((value, at) => value !== values[at])
  const spellings = [...SPELLINGS[decimal], ...SPELLINGS[decimal === '.' ? ',' : '.']].filter((spelling) => {
    const pattern = new RegExp(`^${numberPattern(spelling).replace(/\\x\{(\w+)\}/g, '\\u{$1}')}$`, 'u')
    return bare.filter((value) => pattern.test(value)).length >= bare.length * FITTING_SHARE
  })
  return hasLongMinus ? spellings.map((spelling) => ({ ...spelling, longMinus: true })) : spellings
}

const EPOCH_NAME = /(^|[^a-z])(unix|epoch|posix|timestamp|time|ts)([^a-z]|$)/i

/** Seconds since 1970, between 2001 and 2036, only where the name of the column says that it holds times. */
function epochReadings(values: readonly string[], name = ''): Reading[] {
  if (!EPOCH_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) return []
  if (values.every((value) => /^(1\d{9}|20\d{8})(\.\d+)?$/.test(value)))
    return [{ kind: 'time', written: 'seconds', dateOnly: false }]
  if (values.every((value) => /^(1\d{12}|20\d{11})$/.test(value)))
    return [{ kind: 'time', written: 'milliseconds', dateOnly: false }]
  return []
}

function timeReadings(
  values: readonly string[],
  fits: (test: (value: string) => boolean) => boolean,
  { decimal, hasTypes }: ColumnHints,
): Reading[] {
  const dateOnly = values.every((value) => !/[:T]\d|\d{10}/.test(value))
  if (fits((value) => ISO_TIME.test(value))) {
    const withOffset: Reading = { kind: 'time', written: 'iso with offset', dateOnly: false }
    return values.some((value) => OFFSET.test(value))
      ? [withOffset]
      : [{ kind: 'time', written: 'iso', dateOnly }, withOffset]
  }
  const spellings = TIME_SPELLINGS.filter(({ isDigits }) => !(hasTypes && isDigits))
  const readings = spellings
    .filter(({ pattern }) => fits((value) => pattern.test(value)))
    .map(({ formats, order }): Reading => ({ kind: 'time', written: formats, dateOnly, ...(order && { order }) }))
  return decimal === ',' ? readings.toSorted((a, b) => dayFirst(b) - dayFirst(a)) : readings
}

/** Who writes decimal commas writes the day before the month. */
function dayFirst(reading: Reading): number {
  return 'order' in reading && reading.order?.startsWith('day') ? 1 : 0
}

/** SQL of a cell's value; null for a cell without value and for one that does not fit the reading. */
export function readingSql(column: string, reading: Reading): string {
  if (reading.kind === 'text') return column
  if (reading.kind === 'boolean') return `TRY_CAST(${bareSql(column)} AS BOOLEAN)`
  if (reading.kind === 'number') return numberSql(column, reading)
  return timeSql(column, reading)
}

function timeSql(column: string, { written, dateOnly }: Extract<Reading, { kind: 'time' }>): string {
  const type = dateOnly ? 'DATE' : 'TIMESTAMP'
  if (written === 'iso with offset') {
    return `CASE WHEN ${hasOffsetSql(column)} THEN TRY_CAST(${isoSql(column)} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' END`
  }
  if (written === 'iso')
    return `CASE WHEN NOT ${hasOffsetSql(column)} THEN TRY_CAST(${isoSql(column)} AS TIMESTAMP)::${type} END`
  if (written === 'seconds' || written === 'milliseconds') {
    const microseconds = `TRY_CAST(${bareSql(column)} AS DOUBLE) * ${written === 'seconds' ? 1_000_000 : 1000}`
    return `CASE WHEN ${microseconds} BETWEEN 1e15 AND 2.1e15 THEN make_timestamp((${microseconds})::BIGINT) END`
  }
  const time = `try_strptime(${bareSql(column)}, [${written.map(sqlText).join(', ')}])`
  // a year of two digits would be taken for one of the first century
  return `CASE WHEN ${time} >= TIMESTAMP '1000-01-01' THEN ${time}::${type} END`
}

/** A decimal comma in the seconds is ISO as well, but the engine wants a point. */
function isoSql(column: string): string {
  return `replace(${bareSql(column)}, ',', '.')`
}

/** The engine drops offsets when it reads a plain time, so a time with one is no plain time. */
function hasOffsetSql(column: string): string {
  const behindDate = `substr(${bareSql(column)}, 12)`
  return `(${['+', '-', 'Z', 'U'].map((sign) => `contains(${behindDate}, '${sign}')`).join(' OR ')})`
}

function numberSql(column: string, reading: NumberReading): string {
  const { decimal, thousands, longMinus } = reading
  const bare = longMinus ? `replace(${bareSql(column)}, '${LONG_MINUS}', '-')` : bareSql(column)
  if (decimal === '.' && thousands === '') {
    // cutting blanks off takes longer than reading, and most cells have none
    const value = `coalesce(TRY_CAST(${column} AS DOUBLE), TRY_CAST(${bare} AS DOUBLE))`
    // the engine reads more as numbers than people write: nan, inf, 1_000
    return `CASE WHEN isfinite(${value}) AND NOT contains(${column}, '_') THEN ${value} END`
  }
  const digits = thousands === '' ? bare : `regexp_replace(${bare}, ${sqlText(GROUPED[thousands])}, '', 'g')`
  const plain = decimal === ',' ? `replace(${digits}, ',', '.')` : digits
  const pattern = sqlText(numberPattern(reading))
  return `CASE WHEN regexp_full_match(${bare}, ${pattern}) THEN TRY_CAST(${plain} AS DOUBLE) END`
}

/** A cell without the blanks around it, no-break spaces and tabs among them. */
export function bareSql(column: string): string {
  return `trim(${column}, ' \u00a0\t')`
}

/** SQL that is true for a cell that says "no value". */
export function noValueSql(column: string): string {
  // one constant to search instead of a list, which takes the engine longer to plan than to run
  const words = sqlText(`\u001f${NO_VALUE.join('\u001f')}\u001f`)
  return `contains(${words}, '\u001f' || lower(${bareSql(column)}) || '\u001f')`
}

/** SQL that is true for a number that is a name rather than an amount: with zeros in front, or too long to be kept. */
export function identifierSql(column: string): string {
  const bare = bareSql(column)
  // few cells may be one, and only these are looked at closely
  return `CASE WHEN ${column} LIKE '0_%' OR length(${column}) >= 16 THEN regexp_full_match(${bare}, '[+-]?(0\\d+|\\d{16,})') ELSE false END`
}

const GROUP_WORDS = { '.': 'points', ',': 'commas', ' ': 'blanks', "'": 'apostrophes' } as const
const TIME_WORDS = {
  iso: undefined,
  'iso with offset': 'times with offsets and is in UTC now',
  seconds: 'seconds since 1970 and is in UTC now',
  milliseconds: 'milliseconds since 1970 and is in UTC now',
} as const

/** For people: how numbers and times of the table are written. */
export function spellingOf(reading: Reading): string | undefined {
  if (reading.kind === 'number' && reading.thousands !== '')
    return `numbers with ${GROUP_WORDS[reading.thousands]} between thousands`
  if (reading.kind !== 'time') return undefined
  return typeof reading.written === 'string' ? TIME_WORDS[reading.written] : orderOf(reading)
}

/** Which of day and month comes first in a reading, where it could be either. */
export function orderOf(reading: Reading): TimeSpelling['order'] {
  return 'order' in reading ? reading.order : undefined
}
