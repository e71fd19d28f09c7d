import { INFINITE, MISSING_VALUES, meansMissing } from './missing-values.ts'
import { namedSign, type Sign, signOf } from './number-signs.ts'
import { sqlText } from './sql.ts'
import { ISO_TIME, strptimeSql, TIME_SPELLINGS, type TimeSpelling, ZONE, zonedSql } from './time-formats.ts'

/** How to parse the cells of a text column. */
export type Reading =
  | { kind: 'text' }
  | { kind: 'boolean' }
  | NumberReading
  | IsoReading
  | {
      kind: 'time'
      written: readonly string[]
      dateOnly: boolean
      order?: TimeSpelling['order']
      /** The times end with an offset, such as `GMT+1`. */
      hasZone?: true
    }

interface IsoReading {
  kind: 'time'
  written: 'iso' | 'iso with offset' | 'seconds' | 'milliseconds'
  dateOnly: boolean
}

interface NumberReading {
  kind: 'number'
  decimal: '.' | ','
  thousands: '' | '.' | ',' | ' ' | "'"
  /** Set if negative numbers have the typographic minus sign (U+2212) instead of a hyphen. */
  longMinus?: true
  /** Negative numbers end with a minus sign, as in `1.250,00-`. */
  lastMinus?: true
  /** The unit or currency sign of every number, such as `%`. */
  sign?: Sign
}

/** Minimum share of sampled cells that must match a type. */
const FITTING_SHARE = 0.8
/**
 * Minimum share for lenient columns. It is less than half, because the share in a sample may be lower than in the whole
 * column.
 */
const LENIENT_SHARE = 0.4

const EXPONENT = '([eE][+-]?\\d+)?'
const GROUPED = { '.': '\\.', ',': ',', ' ': '[ \\x{a0}\\x{202f}\\x{2009}]', "'": "['\\x{2019}]" } as const
const IDENTIFIER = /^[+-]?0\d+$|^[+-]?\d{16,}$/
/**
 * A phone number. Amounts such as `+1 234` may also start with a plus sign. But their groups have three digits, and few
 * amounts have more than two groups.
 */
const PHONE_PATTERN = `\\+(\\d{7,15}|\\d{1,3}${GROUPED[' ']}(\\d{1,2}|\\d{4,}|\\d+(${GROUPED[' ']}\\d+)+))`
const PHONE = new RegExp(`^${javaScriptPattern(PHONE_PATTERN)}$`, 'u')
const BOOLEAN = /^(true|false)$/i
const LONG_MINUS = '\u2212'
const LAST_MINUS = /^(\d[\d.,]*[.,]\d+)-$/
/** A number with the code of its quality, as in hourly data of NOAA: `+0011,1` is 1.1, with the code 1. */
const CODED = /^[+-]0\d{3},\d$/
/** In some columns, such numbers have five digits and no sign. `99999,9` stands for a missing value. */
const CODED_UNSIGNED = /^\d{5},\d$/
const MONEY = '€$£¥'

/** Returns a DuckDB regular expression. */
function numberPattern({ decimal, thousands }: NumberReading): string {
  const point = decimal === '.' ? '\\.' : ','
  const plain = `(\\d+(${point}\\d*)?|${point}\\d+)${EXPONENT}`
  if (thousands === '') return `[+-]?${plain}`
  return `[+-]?(\\d{1,3}(${GROUPED[thousands]}\\d{3})+(${point}\\d*)?|${plain})`
}

const SPELLINGS = {
  '.': (['', ',', ' ', "'"] as const).map((thousands) => spelled({ kind: 'number', decimal: '.', thousands })),
  ',': (['', '.', ' ', "'"] as const).map((thousands) => spelled({ kind: 'number', decimal: ',', thousands })),
}

function spelled(reading: NumberReading): NumberReading & { pattern: RegExp } {
  return { ...reading, pattern: new RegExp(`^${javaScriptPattern(numberPattern(reading))}$`, 'u') }
}

function javaScriptPattern(pattern: string): string {
  return pattern.replace(/\\x\{(\w+)\}/g, '\\u{$1}')
}

const OFFSET = /:\d{2}([.,]\d+)? ?(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)$/

/** Matches a time of day. A colon alone doesn’t indicate one, because dates may contain colons, as in `01:06:2024`. */
const HAS_CLOCK = /[ T]\d{1,2}:|\dT\d|[A-Za-z](\d{2}|\d{4}):|^\d{8}:\d|\d{10}|^\d{8} \d/

interface ColumnHints {
  name?: string
  decimal: '.' | ','
  /** Whether the file format has types. If so, cells that consist only of digits are not times. */
  hasTypes?: boolean
  /** Whether to propose other readings for a text column if only about half of its cells match. */
  isLenient?: boolean
}

/**
 * Returns the possible readings of a column, likeliest first and text last. They are based on a sample, so each has to
 * be verified with the whole column.
 */
export function readingsOf(cells: readonly (string | null)[], { isLenient = false, ...hints }: ColumnHints): Reading[] {
  const usual = readingsIf(cells, { ...hints, share: FITTING_SHARE })
  if (!isLenient || usual.length > 1 || areMixedTimes(cells)) return usual
  return readingsIf(cells, { ...hints, share: LENIENT_SHARE })
}

interface FittingHints extends Omit<ColumnHints, 'isLenient'> {
  share: number
}

function readingsIf(cells: readonly (string | null)[], hints: FittingHints): Reading[] {
  const { name, hasTypes = false } = hints
  const values = cells.flatMap((cell) => (cell === null || meansMissing(cell) ? [] : [cell.trim()]))
  if (values.length === 0) return [{ kind: 'text' }]
  const readings: Reading[] = []
  if (values.every((value) => BOOLEAN.test(value))) readings.push({ kind: 'boolean' })
  readings.push(...timeReadings(values, hints))
  if (readings.length === 0 && !values.some(isIdentifier) && !arePhones(values)) {
    readings.push(...(hasTypes ? [] : epochReadings(values, name)), ...numberReadings(values, hints))
  }
  return [...readings, { kind: 'text' }]
}

/** Whether a cell is an identifier, such as `00123`, rather than a number. */
export function isIdentifier(cell: string): boolean {
  return IDENTIFIER.test(cell)
}

/** Whether some values are phone numbers. If any value is negative, values such as `+3` are signed changes instead. */
function arePhones(values: readonly string[]): boolean {
  return values.some((value) => PHONE.test(value)) && !values.some((value) => value.startsWith('-'))
}

/** Stops once too many values do not match, because most patterns match almost none of the values. */
function fits(values: readonly string[], pattern: Pick<RegExp, 'test'>, share = FITTING_SHARE): boolean {
  let spare = values.length - Math.ceil(values.length * share)
  return values.every((value) => pattern.test(value) || spare-- > 0)
}

function numberReadings(values: readonly string[], { name, decimal, share }: FittingHints): NumberReading[] {
  const sign = signOf(values) ?? namedSign(values, name)
  if (!sign) return plainReadings(values, { decimal, share })
  const { text, isFirst } = sign
  const bare = values.map((value) => (isFirst ? value.slice(text.length) : value.slice(0, -text.length)).trim())
  if (MONEY.includes(text) && areAmbiguous(bare, decimal)) return []
  return plainReadings(bare, { decimal, share }).map((reading) => ({ ...reading, sign }))
}

/** Whether values are amounts such as `1.200 €`, whose separator may be a decimal or a thousands separator. */
function areAmbiguous(values: readonly string[], decimal: '.' | ','): boolean {
  const divided = values.filter((value) => value.includes(decimal))
  return divided.length > 0 && divided.every((value) => /^[+-]?\d{1,3}[.,]\d{3}$/.test(value))
}

function plainReadings(values: readonly string[], { decimal, share }: FittingHints): NumberReading[] {
  if (areCoded(values)) return []
  const hasLongMinus = values.some((value) => value.includes(LONG_MINUS))
  const hasLastMinus = values.some((value) => LAST_MINUS.test(value))
  const bare = values.map((value) => value.replace(LONG_MINUS, '-').replace(LAST_MINUS, '-$1'))
  const possible = [...SPELLINGS[decimal], ...SPELLINGS[decimal === '.' ? ',' : '.']]
  const spellings = possible.flatMap(({ pattern, ...spelling }) => (fits(bare, pattern, share) ? [spelling] : []))
  return spellings.map((spelling) => ({
    ...spelling,
    ...(hasLongMinus && { longMinus: true }),
    ...(hasLastMinus && { lastMinus: true }),
  }))
}

function areCoded(values: readonly string[]): boolean {
  if (values.some((value) => CODED.test(value))) return true
  return values.includes('99999,9') && values.every((value) => CODED_UNSIGNED.test(value))
}

const EPOCH_NAME = /(^|[^a-z])(unix|epoch|posix|timestamp|time|ts)([^a-z]|$)/i

/**
 * Returns how to read the column as seconds or milliseconds since 1970, if its name suggests times and the values are
 * between 2001 and 2036. Otherwise, returns an empty array.
 */
function epochReadings(values: readonly string[], name = ''): Reading[] {
  if (!EPOCH_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) return []
  if (values.every((value) => /^(1\d{9}|20\d{8})(\.\d+)?$/.test(value)))
    return [{ kind: 'time', written: 'seconds', dateOnly: false }]
  if (values.every((value) => /^(1\d{12}|20\d{11})$/.test(value)))
    return [{ kind: 'time', written: 'milliseconds', dateOnly: false }]
  return []
}

function timeReadings(values: readonly string[], { decimal, hasTypes, share }: FittingHints): Reading[] {
  const isIso = fits(values, ISO_TIME, share)
  const spellings = TIME_SPELLINGS.filter(
    ({ pattern, isDigits }) => !isIso && !(hasTypes && isDigits) && fits(values, pattern, share),
  )
  if (!isIso && spellings.length === 0) return []
  const dateOnly = !values.some((value) => HAS_CLOCK.test(value))
  if (isIso) {
    const withOffset: Reading = { kind: 'time', written: 'iso with offset', dateOnly: false }
    return values.some((value) => OFFSET.test(value))
      ? [withOffset]
      : [{ ...withOffset, written: 'iso', dateOnly }, withOffset]
  }
  const zoned = values.filter((value) => ZONE.test(value)).length
  const kinds = [...(zoned > 0 ? [{ hasZone: true } as const] : []), ...(zoned < values.length ? [{}] : [])]
  const readings = spellings.flatMap(({ formats, order }) =>
    kinds.map((zone): Reading => ({ kind: 'time', written: formats, dateOnly, ...(order && { order }), ...zone })),
  )
  return decimal === ',' ? readings.toSorted((a, b) => dayFirst(b) - dayFirst(a)) : readings
}

/** Whether at least 80 % of the cells are times, but no single format fits that many. */
export function areMixedTimes(cells: readonly (string | null)[]): boolean {
  const values = cells.flatMap((cell) => (cell === null || meansMissing(cell) ? [] : [cell.trim()]))
  const patterns = [ISO_TIME, ...TIME_SPELLINGS.flatMap(({ pattern, isDigits }) => (isDigits ? [] : pattern))]
  const isTime = { test: (value: string) => patterns.some((pattern) => pattern.test(value)) }
  // Versions such as 1.20.30 look like dates, but are all in one format.
  return values.length > 0 && fits(values, isTime) && !patterns.some((pattern) => fits(values, pattern))
}

function dayFirst(reading: Reading): number {
  return 'order' in reading && reading.order?.startsWith('day') ? 1 : 0
}

/** Returns SQL for a cell's value. Null for a cell without a value and for a cell that does not match the reading. */
export function readingSql(column: string, reading: Reading): string {
  if (reading.kind === 'text') return column
  if (reading.kind === 'boolean') return `TRY_CAST(${bareSql(column)} AS BOOLEAN)`
  if (reading.kind === 'number') return numberSql(column, reading)
  return timeSql(column, reading)
}

function timeSql(column: string, reading: Extract<Reading, { kind: 'time' }>): string {
  const { written, dateOnly } = reading
  const type = dateOnly ? 'DATE' : 'TIMESTAMP'
  if (written === 'iso with offset')
    return `CASE WHEN ${hasOffsetSql(column)} THEN ${isoSql(column, 'TIMESTAMPTZ')} END`
  if (written === 'iso') return `CASE WHEN NOT ${hasOffsetSql(column)} THEN ${isoSql(column, 'TIMESTAMP')}::${type} END`
  if (written === 'seconds' || written === 'milliseconds') {
    const microseconds = `TRY_CAST(${bareSql(column)} AS DOUBLE) * ${written === 'seconds' ? 1_000_000 : 1000}`
    return `CASE WHEN ${microseconds} BETWEEN 1e15 AND 2.1e15 THEN make_timestamptz((${microseconds})::BIGINT) END`
  }
  const text = `replace(replace(${bareSql(column)}, ', ', ' '), ' @ ', ' ')`
  if ('hasZone' in reading) return zonedSql(text, written)
  const time = strptimeSql(text, written)
  // A two-digit year would be read as a year of the first century, so years before 1000 count as mismatches.
  return `CASE WHEN ${time} >= TIMESTAMP '1000-01-01' THEN ${time}::${type} END`
}

/**
 * Returns SQL that parses ISO 8601 with a decimal point or comma. A cell is rewritten only if it cannot be parsed
 * unchanged, because rewriting is slow. Before an offset, the engine requires seconds, and accepts no space.
 */
function isoSql(column: string, type: string): string {
  const bare = `replace(${bareSql(column)}, ',', '.')`
  const withSeconds = `regexp_replace(${bare}, '([ T]\\d?\\d:\\d\\d)( ?[ZUG+-])', '\\1:00\\2')`
  const complete = type === 'TIMESTAMPTZ' ? `regexp_replace(${withSeconds}, ' ([Z+-])', '\\1')` : bare
  return `coalesce(TRY_CAST(${column} AS ${type}), TRY_CAST(${complete} AS ${type}))`
}

/** Returns SQL that is true for a time with an offset, which a cast to TIMESTAMP or DATE would drop. */
function hasOffsetSql(column: string): string {
  const signs = ['+', 'Z', 'U', 'G'].map((sign) => `contains(${column}, '${sign}')`)
  return `(${signs.join(' OR ')} OR ${column} LIKE '%:%-%')`
}

function numberSql(column: string, { sign, ...reading }: NumberReading): string {
  if (sign) return numberSql(unsignedSql(column, sign), reading)
  const { decimal, thousands, longMinus, lastMinus } = reading
  const hyphened = longMinus ? `replace(${bareSql(column)}, '${LONG_MINUS}', '-')` : bareSql(column)
  const bare = lastMinus ? `regexp_replace(${hyphened}, '${LAST_MINUS.source}', '-\\1')` : hyphened
  if (decimal === '.' && thousands === '') {
    // Trimming takes longer than parsing, and most cells have no surrounding spaces.
    const value = `coalesce(TRY_CAST(${column} AS DOUBLE), TRY_CAST(${bare} AS DOUBLE))`
    // The engine would also accept nan, inf and 1_000, which don’t stand for numbers in users' files.
    return `CASE WHEN isfinite(${value}) AND NOT contains(${column}, '_') THEN ${value} END`
  }
  const digits = thousands === '' ? bare : `regexp_replace(${bare}, ${sqlText(GROUPED[thousands])}, '', 'g')`
  const plain = decimal === ',' ? `replace(${digits}, ',', '.')` : digits
  const pattern = sqlText(numberPattern(reading))
  const value = `TRY_CAST(${plain} AS DOUBLE)`
  // Numbers beyond the range of a double, such as 1e400, would be infinite.
  return `CASE WHEN regexp_full_match(${bare}, ${pattern}) AND isfinite(${value}) THEN ${value} END`
}

function unsignedSql(column: string, { text, isFirst }: Sign): string {
  const bare = bareSql(column)
  const [has, rest] = isFirst
    ? ['starts_with', `substr(${bare}, ${text.length + 1})`]
    : ['ends_with', `left(${bare}, ${-text.length})`]
  return `CASE WHEN ${has}(${bare}, ${sqlText(text)}) THEN ${bareSql(rest)} END`
}

/** Returns SQL that trims spaces, no-break spaces and tabs from both ends of a cell. */
export function bareSql(column: string): string {
  return `trim(${column}, ' \u00a0\u202f\t')`
}

/** Returns SQL that is true for a cell that means "no value". */
export function missingValueSql(column: string): string {
  return isOneOfSql(column, MISSING_VALUES)
}

/** Returns SQL that is true for an infinite value. */
export function infiniteSql(column: string): string {
  return isOneOfSql(column, INFINITE)
}

function isOneOfSql(column: string, words: readonly string[]): string {
  // The words are joined into one constant string, because the engine takes longer to plan a list than to run the
  // query.
  const joined = sqlText(`\u001f${words.join('\u001f')}\u001f`)
  return `contains(${joined}, '\u001f' || lower(${bareSql(column)}) || '\u001f')`
}

/** Returns SQL that is true for an identifier rather than an amount: a number with leading zeros or too many digits. */
export function identifierSql(column: string): string {
  const bare = bareSql(column)
  // Only the few cells that pass this quick test are matched with the slower pattern.
  return `CASE WHEN ${column} LIKE '0_%' OR length(${column}) >= 16 THEN regexp_full_match(${bare}, '[+-]?(0\\d+|\\d{16,})') ELSE false END`
}

/** Returns SQL that is true for a possible phone number, provided that the column has no negative numbers. */
export function phoneSql(column: string): string {
  return `CASE WHEN starts_with(${column}, '+') THEN regexp_full_match(${column}, '${PHONE_PATTERN}') ELSE false END`
}

/** Returns SQL that is true for a time with a fraction of a microsecond, which the engine cuts off. */
export function nanosecondsSql(column: string): string {
  // Only times with long fractions or offsets pass this quick test and are matched with the slower pattern.
  return `CASE WHEN length(${column}) > 22 THEN regexp_matches(${column}, '[.,]\\d{6}0*[1-9]') ELSE false END`
}

const GROUP_WORDS = { '.': 'points', ',': 'commas', ' ': 'blanks', "'": 'apostrophes' } as const
const TIME_WORDS = {
  iso: undefined,
  'iso with offset': 'times with offsets, converted to UTC',
  seconds: 'seconds since 1970, converted to UTC',
  milliseconds: 'milliseconds since 1970, converted to UTC',
} as const

/** Describes the number or time format for users. Undefined if the format is obvious. */
export function spellingOf(reading: Reading): string | undefined {
  if (reading.kind === 'number') return numberSpelling(reading)
  if (reading.kind !== 'time') return undefined
  if (!isIso(reading) && !reading.hasZone) return orderOf(reading)
  if (!isIso(reading)) return [TIME_WORDS['iso with offset'], orderOf(reading)].filter(Boolean).join(', ')
  return TIME_WORDS[reading.written]
}

/** Whether times are converted to UTC. */
export function isInUtc(reading: Extract<Reading, { kind: 'time' }>): boolean {
  const { written } = reading
  return 'hasZone' in reading || written === 'iso with offset' || written === 'seconds' || written === 'milliseconds'
}

function isIso(reading: Extract<Reading, { kind: 'time' }>): reading is IsoReading {
  return typeof reading.written === 'string'
}

function numberSpelling({ thousands, lastMinus, sign }: NumberReading): string | undefined {
  const marks = [
    ...(thousands === '' ? [] : [`${GROUP_WORDS[thousands]} between thousands`]),
    ...(lastMinus ? ['a minus sign at the end'] : []),
  ]
  const numbers = marks.length === 0 ? 'numbers' : `numbers with ${marks.join(' and ')}`
  if (sign) return marks.length === 0 ? `numbers in ${sign.text}` : `${numbers}, in ${sign.text}`
  return marks.length === 0 ? undefined : numbers
}

/** Returns the order of day and month in a reading. Undefined if only one order is possible. */
export function orderOf(reading: Reading): TimeSpelling['order'] {
  return 'order' in reading ? reading.order : undefined
}
