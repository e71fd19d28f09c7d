import { sqlText } from '@millrace/tables/sql'

/** How the cells of a text column are read. */
export type Reading =
  | { kind: 'text' }
  | { kind: 'boolean' }
  | { kind: 'number'; decimal: '.' | ','; thousands: '' | '.' | ',' | ' ' | "'" }
  | { kind: 'time'; formats?: readonly string[]; dateOnly: boolean; zoned?: boolean; note?: string }

/** Cells that say "no value" among numbers and times. Among texts they stay: `NA` may be Namibia. */
const NO_VALUE = ['', '-', '--', '---', '–', '?', '.', 'na', 'n/a', '#n/a', 'nan', 'null', 'none', 'nil'] as const

const NO_VALUES: ReadonlySet<string> = new Set(NO_VALUE)

function saysNoValue(cell: string): boolean {
  return NO_VALUES.has(cell.trim().toLowerCase())
}

/** At least this share of the cells looked at has to fit a kind for the column to be taken for it. */
const FITTING_SHARE = 0.8

const EXPONENT = '([eE][+-]?\\d+)?'
const GROUPED = { '.': '\\.', ',': ',', ' ': '[ \\x{a0}\\x{202f}]', "'": "['\\x{2019}]" } as const
const IDENTIFIER = /^[+-]?0\d+$|^\d{16,}$/
const BOOLEAN = /^(true|false)$/i

/** Matches the numbers of one spelling, in the engine's dialect of regular expressions. */
function numberPattern({ decimal, thousands }: { decimal: '.' | ','; thousands: Thousands }): string {
  const point = decimal === '.' ? '\\.' : ','
  const plain = `(\\d+(${point}\\d*)?|${point}\\d+)${EXPONENT}`
  if (thousands === '') return `[+-]?${plain}`
  return `[+-]?(\\d{1,3}(${GROUPED[thousands]}\\d{3})+(${point}\\d*)?|${plain})`
}

type Thousands = Extract<Reading, { kind: 'number' }>['thousands']

const SPELLINGS: Record<'.' | ',', Extract<Reading, { kind: 'number' }>[]> = {
  '.': (['', ',', ' ', "'"] as const).map((thousands) => ({ kind: 'number', decimal: '.', thousands })),
  ',': (['', '.', ' ', "'"] as const).map((thousands) => ({ kind: 'number', decimal: ',', thousands })),
}

const CLOCKS = ['', ' %H:%M:%S', ' %H:%M', ' %H:%M:%S.%f', ' %I:%M %p', 'T%H:%M:%S', 'T%H:%M']
const CLOCK = '([ T]\\d{1,2}:\\d{2}(:\\d{2}(\\.\\d+)?)?( ?[AaPp][Mm])?)?'
const ISO = /^\d{4}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|UTC|[+-]\d{2}(:?\d{2})?))?)?$/

const OFFSET = /:\d{2}([.,]\d+)? ?(Z|UTC|[+-]\d{2}(:?\d{2})?)$/

interface Written {
  pattern: RegExp
  dates: string[]
  note?: string
}

const WRITTEN: Written[] = [
  { pattern: new RegExp(`^\\d{1,2}\\.\\d{1,2}\\.\\d{4}${CLOCK}$`), dates: ['%d.%m.%Y'] },
  { pattern: new RegExp(`^\\d{1,2}\\.\\d{1,2}\\.\\d{2}${CLOCK}$`), dates: ['%d.%m.%y'] },
  { pattern: new RegExp(`^\\d{4}/\\d{1,2}/\\d{1,2}${CLOCK}$`), dates: ['%Y/%m/%d'] },
  { pattern: new RegExp(`^(0?[1-9]|1[0-2])/\\d{1,2}/\\d{4}${CLOCK}$`), dates: ['%m/%d/%Y'], note: 'month/day/year' },
  { pattern: new RegExp(`^\\d{1,2}/(0?[1-9]|1[0-2])/\\d{4}${CLOCK}$`), dates: ['%d/%m/%Y'], note: 'day/month/year' },
  { pattern: new RegExp(`^\\d{1,2}-\\d{1,2}-\\d{4}${CLOCK}$`), dates: ['%d-%m-%Y'] },
  { pattern: new RegExp(`^\\d{1,2}[ -][A-Za-z]{3}[ -]\\d{4}${CLOCK}$`), dates: ['%d-%b-%Y', '%d %b %Y'] },
  { pattern: /^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])([ T]?\d{4}(\d{2})?)?$/, dates: ['%Y%m%d'] },
]

/**
 * The ways a column may be read, the likeliest first; the last is always text. Judged by a sample of its cells, so each
 * has to be tried on the whole column before it is believed.
 */
export function readingsOf(cells: readonly (string | null)[], decimal: '.' | ','): Reading[] {
  const values = cells.flatMap((cell) => (cell === null || saysNoValue(cell) ? [] : [cell.trim()]))
  if (values.length === 0) return [{ kind: 'text' }]
  const fits = (test: (value: string) => boolean) => values.filter(test).length >= values.length * FITTING_SHARE
  const readings: Reading[] = []
  if (values.every((value) => BOOLEAN.test(value))) readings.push({ kind: 'boolean' })
  readings.push(...timeReadings(values, fits))
  if (readings.length === 0 && !values.some((value) => IDENTIFIER.test(value))) {
    readings.push(...numberReadings(decimal, fits))
  }
  return [...readings, { kind: 'text' }]
}

function numberReadings(decimal: '.' | ',', fits: (test: (value: string) => boolean) => boolean): Reading[] {
  const spellings = [...SPELLINGS[decimal], ...SPELLINGS[decimal === '.' ? ',' : '.']]
  return spellings.filter((spelling) => {
    const pattern = new RegExp(`^${numberPattern(spelling).replace(/\\x\{(\w+)\}/g, '\\u{$1}')}$`, 'u')
    return fits((value) => pattern.test(value))
  })
}

function timeReadings(values: readonly string[], fits: (test: (value: string) => boolean) => boolean): Reading[] {
  const dateOnly = values.every((value) => !/[:T]\d|\d{12}/.test(value))
  if (fits((value) => ISO.test(value))) {
    const zoned: Reading = { kind: 'time', dateOnly: false, zoned: true, note: 'times with offsets and is in UTC now' }
    return values.some((value) => OFFSET.test(value)) ? [zoned] : [{ kind: 'time', dateOnly }, zoned]
  }
  return WRITTEN.filter(({ pattern }) => fits((value) => pattern.test(value))).map(({ dates, note }) => ({
    kind: 'time',
    dateOnly,
    note,
    formats: dates.flatMap((date) => (date === '%Y%m%d' ? COMPACT : CLOCKS.map((clock) => date + clock))),
  }))
}

const COMPACT = ['%Y%m%d', '%Y%m%d%H%M', '%Y%m%d%H%M%S', '%Y%m%d %H%M', '%Y%m%dT%H%M%S']

/** SQL of a cell's value; null for a cell without value and for one that does not fit the reading. */
export function readingSql(column: string, reading: Reading): string {
  if (reading.kind === 'text') return column
  if (reading.kind === 'boolean') return `TRY_CAST(${bareSql(column)} AS BOOLEAN)`
  if (reading.kind === 'number') return numberSql(column, reading)
  const type = reading.dateOnly ? 'DATE' : 'TIMESTAMP'
  if (reading.zoned) return `(TRY_CAST(${isoSql(column)} AS TIMESTAMPTZ) AT TIME ZONE 'UTC')`
  if (!reading.formats)
    return `CASE WHEN NOT ${hasOffsetSql(column)} THEN TRY_CAST(${isoSql(column)} AS TIMESTAMP)::${type} END`
  return `try_strptime(${bareSql(column)}, [${reading.formats.map(sqlText).join(', ')}])::${type}`
}

/** A decimal comma in the seconds is ISO as well, but the engine wants a point. */
function isoSql(column: string): string {
  return `replace(${bareSql(column)}, ',', '.')`
}

/** The engine drops offsets when it reads a plain time, so a time with one is no plain time. */
function hasOffsetSql(column: string): string {
  const behindDate = `substr(${bareSql(column)}, 12)`
  return `(contains(${behindDate}, '+') OR contains(${behindDate}, '-') OR contains(${behindDate}, 'Z'))`
}

function numberSql(column: string, reading: Extract<Reading, { kind: 'number' }>): string {
  const { decimal, thousands } = reading
  const bare = bareSql(column)
  if (decimal === '.' && thousands === '') {
    const value = `TRY_CAST(${bare} AS DOUBLE)`
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
  return `lower(${bareSql(column)}) IN (${NO_VALUE.map(sqlText).join(', ')})`
}

const GROUP_WORDS = { '.': 'points', ',': 'commas', ' ': 'blanks', "'": 'apostrophes' } as const

/** For people: how numbers and times of the table are written. */
export function spellingOf(reading: Reading): string | undefined {
  if (reading.kind === 'number' && reading.thousands !== '')
    return `numbers with ${GROUP_WORDS[reading.thousands]} between thousands`
  return reading.kind === 'time' ? reading.note : undefined
}
