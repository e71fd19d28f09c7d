import { sqlText } from './sql.ts'

const CLOCK =
  '(,?( @)?[ T]\\d{1,2}:\\d{2}(:\\d{2}([.,]\\d+|:\\d{3})?)?( ?[AaPp][Mm])?( (UTC|GMT)([+-]\\d{1,2}(:\\d{2})?)?)?)?'
const CLOCKS = [
  '',
  ' %H:%M:%S',
  ' %H:%M',
  ' %H:%M:%S.%f',
  ' %H:%M:%S,%f',
  ' %H:%M:%S:%f',
  ' %I:%M %p',
  ' %I:%M:%S %p',
  'T%H:%M:%S',
  'T%H:%M',
]
const COMPACT = ['%Y%m%d', '%Y%m%d%H', '%Y%m%d%H%M', '%Y%m%d%H%M%S', '%Y%m%d %H%M', '%Y%m%dT%H%M%S']

/** Matches ISO 8601 and its common variations. */
export const ISO_TIME =
  /^\d{4}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?( ?(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?))?)?$/

/**
 * Matches the offset after a time that isn’t in ISO 8601, such as ` GMT+1` or ` UTC`. Captures the zone, hours and
 * minutes.
 */
export const ZONE = / (UTC|GMT)(?:([+-]\d{1,2})(?::(\d{2}))?)?$/

/** A date and time format other than ISO 8601. */
export interface TimeSpelling {
  pattern: RegExp
  /**
   * The strptime formats, in order of likelihood. A comma before a space and an `@` between spaces are removed before a
   * time is parsed.
   */
  formats: string[]
  /** A label for users, if the order of day and month is ambiguous. */
  order?: 'month/day/year' | 'day/month/year' | 'month-day-year' | 'day-month-year'
  /** Whether times in this format may consist only of digits, like numbers. */
  isDigits?: boolean
  /** Whether times in this format, such as `Jan 2024`, are often used as column names. */
  isName?: boolean
}

const [DAY, MONTH, ANY] = ['(0?[1-9]|[12]\\d|3[01])', '(0?[1-9]|1[0-2])', '\\d{1,2}']
const NAME = '[A-Za-z]{3,9}\\.?'
const MONTHS = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'

function dated(date: string, dates: string[], order?: TimeSpelling['order']): TimeSpelling {
  const formats = CLOCKS.flatMap((clock) => dates.map((one) => one + clock))
  return { pattern: new RegExp(`^${date}${CLOCK}$`), formats, ...(order && { order }) }
}

/** The formats to try. Among formats that match the same digits, the likelier one comes first. */
export const TIME_SPELLINGS: readonly TimeSpelling[] = [
  dated(`${ANY}\\.${ANY}\\.\\d{4}`, ['%d.%m.%Y']),
  dated(`${ANY}\\.${ANY}\\.\\d{2}`, ['%d.%m.%y']),
  dated(`\\d{4}\\.${ANY}\\.${ANY}`, ['%Y.%m.%d']),
  dated(`\\d{4}/${ANY}/${ANY}`, ['%Y/%m/%d']),
  dated(`${MONTH}/${DAY}/\\d{4}`, ['%m/%d/%Y'], 'month/day/year'),
  dated(`${DAY}/${MONTH}/\\d{4}`, ['%d/%m/%Y'], 'day/month/year'),
  dated(`${MONTH}/${DAY}/\\d{2}`, ['%m/%d/%y'], 'month/day/year'),
  dated(`${DAY}/${MONTH}/\\d{2}`, ['%d/%m/%y'], 'day/month/year'),
  dated(`${DAY}-${MONTH}-\\d{4}`, ['%d-%m-%Y'], 'day-month-year'),
  dated(`${MONTH}-${DAY}-\\d{4}`, ['%m-%d-%Y'], 'month-day-year'),
  dated(`${DAY}:${MONTH}:\\d{4}`, ['%d:%m:%Y']),
  dated(`\\d{4}:${MONTH}:${DAY}`, ['%Y:%m:%d']),
  dated(`${ANY}[ -]${NAME}[ -]\\d{4}`, ['%d-%b-%Y', '%d %b %Y', '%d %B %Y', '%d-%B-%Y']),
  dated(`${ANY}/${NAME}/\\d{4}`, ['%d/%b/%Y']),
  dated(`${ANY}-${NAME}-\\d{2}`, ['%d-%b-%y']),
  dated(`${ANY}/${NAME}/\\d{2}`, ['%d/%b/%y']),
  dated(`${NAME} ${ANY},? \\d{4}`, ['%b %d %Y', '%B %d %Y']),
  { pattern: /^\d{4}-(0[1-9]|1[0-2])$/, formats: ['%Y-%m'] },
  {
    pattern: new RegExp(`^(${MONTHS}[ -]\\d{4}|${MONTHS}-\\d{2})$`, 'i'),
    formats: ['%b-%y', '%b %Y', '%B %Y', '%b-%Y', '%B-%Y'],
    isName: true,
  },
  {
    pattern: new RegExp(`^\\d{1,2}${MONTHS}\\d{4}(:\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?$`, 'i'),
    formats: ['%d%b%Y', '%d%b%Y:%H:%M', '%d%b%Y:%H:%M:%S', '%d%b%Y:%H:%M:%S.%f'],
  },
  {
    pattern: new RegExp(`^\\d{1,2}${MONTHS}\\d{2}(:\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?$`, 'i'),
    formats: ['%d%b%y', '%d%b%y:%H:%M', '%d%b%y:%H:%M:%S', '%d%b%y:%H:%M:%S.%f'],
  },
  { pattern: /^(19|20)\d{6}:([01]\d|2[0-3])[0-5]\d$/, formats: ['%Y%m%d:%H%M'] },
  {
    pattern: /^[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}:\d{2} \d{4}$/,
    formats: ['%a %b %d %H:%M:%S %Y'],
  },
  {
    pattern: /^(1[7-9]|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([ T]?([01]\d|2[0-3])([0-5]\d([0-5]\d)?)?)?$/,
    formats: COMPACT,
    isDigits: true,
  },
]

/** Appended to both the text and the format. Formats don’t contain this character. */
const END = '|'

/**
 * Returns SQL that parses a string as a time in one of the formats. Null if none matches.
 *
 * DuckDB compares the format’s characters without checking for the end of the string, and crashes if no memory follows
 * the string. The appended character ends the comparison before it can reach that memory.
 */
export function strptimeSql(text: string, formats: readonly string[]): string {
  return `try_strptime(${text} || '${END}', [${formats.map((format) => sqlText(format + END)).join(', ')}])`
}

/** Returns SQL that parses a string as a time with an offset, such as `GMT+1`. Null if it has no offset. */
export function zonedSql(text: string, formats: readonly string[]): string {
  const zone = sqlText(ZONE.source)
  const part = (group: number) => `regexp_extract(${text}, ${zone}, ${group})`
  const number = (group: number) => `coalesce(abs(TRY_CAST(${part(group)} AS INTEGER)), 0)`
  const minutes = `(if(starts_with(${part(2)}, '-'), -1, 1) * (${number(2)} * 60 + ${number(3)}))::BIGINT`
  const local = strptimeSql(`regexp_replace(${text}, ${zone}, '')`, formats)
  return `CASE WHEN regexp_matches(${text}, ${zone}) AND ${local} >= TIMESTAMP '1000-01-01'
    THEN make_timestamptz(epoch_us(${local}) - ${minutes} * 60000000) END`
}
