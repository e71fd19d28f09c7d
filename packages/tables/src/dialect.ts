import { likeliestDialect, NO_DELIMITER } from './delimiters.ts'
import { graceHeader } from './grace.ts'
import type { Decimal } from './kinds.ts'
import { withoutUnit } from './number-signs.ts'
import type { Separators, TextRecord } from './records.ts'
import { type SeaBirdHeader, seaBirdHeader } from './sea-bird.ts'
import { findStart, type TableStart } from './table-start.ts'

/** The format of a delimited text file. */
export interface Dialect extends Separators, Omit<TableStart, 'names'> {
  /** Whether each skipped line is one record without stray quotation marks. */
  plainHead: boolean
  hasHeader: boolean
  /** One name per column, exactly as in the file: names may repeat or be empty. */
  names: string[]
  decimal: Decimal
  /** Whether delimiters are followed by a space, as in `1, x, 2.5`. */
  isPadded: boolean
  /** Whether a LabVIEW measurement file contains the settings of further segments between its rows. */
  hasSegments: boolean
  seaBird?: SeaBirdHeader
}

/** The settings of a LabVIEW measurement file and of its first segment. Later segments may have settings too. */
const SETTINGS =
  /^LabVIEW Measurement\b[\s\S]*?\*\*\*End_of_Header\*\*\*[\t ,;]*(\r\n|\n|\r)([\s,;]*Channels\b[\s\S]*?\*\*\*End_of_Header\*\*\*[\t ,;]*(\r\n|\n|\r))?/
const SEGMENT_END = /^\*\*\*End_of_Header\*\*\*/m

/** Dialect of columns that are aligned with spaces, as in Sea-Bird files. */
const SPACED = {
  ...({ delimiter: ' ', quote: '', escapedBy: '', decimal: '.' } as const),
  ...{ plainHead: false, hasHeader: true, unitRows: [], descriptionRows: 0, joinedRows: 0, titles: 0 },
  ...{ isPadded: false, hasSegments: false },
}

/**
 * Detects the dialect from `head`, the decoded start of a file up to the end of a line. Never fails: prose is treated
 * as a single column.
 */
export function detectDialect(head: string, hint?: { delimiter?: string }): Dialect {
  const seaBird = seaBirdHeader(head)
  if (seaBird) return { ...SPACED, skipLines: seaBird.lines, names: seaBird.names, seaBird }
  const grace = graceHeader(head)
  if (grace) {
    const names = grace.names ?? numberedNames(grace.width)
    return { ...SPACED, skipLines: grace.lines, names, hasHeader: grace.names !== undefined }
  }
  const declared = /^sep=(.)\r?\n/i.exec(head)
  const settings = SETTINGS.exec(head)?.[0] ?? declared?.[0] ?? ''
  const above = settings.split(/\r\n|\n|\r/).slice(0, -1)
  const text = head.slice(settings.length)
  const { separators, records, width } = likeliestDialect(text, { declared: declared?.[1], ...hint })
  const decimal = decimalOf(records, separators.delimiter)
  const { names, skipLines, plainHead, unitRows, descriptionRows, joinedRows, titles } = findStart(
    records,
    width,
    decimal,
  )
  const skipped = skipLines + above.length
  const lines = head.split(/\r\n|\n|\r/, skipped)
  return {
    ...separators,
    skipLines: skipped,
    plainHead: plainHead && above.every((line) => line.trim() !== '') && lines.every(regularlyQuoted(separators)),
    hasHeader: names !== undefined,
    names: names ?? numberedNames(width),
    unitRows,
    descriptionRows,
    joinedRows,
    titles: titles + (declared ? 0 : above.filter((line) => line.trim() !== '').length),
    decimal,
    isPadded:
      width > 1 &&
      separators.delimiter !== '\t' &&
      ((names !== undefined && arePadded([names])) ||
        arePadded(records.flatMap(({ fields, line }) => (line > skipLines ? [fields] : [])))),
    hasSegments: settings !== '' && SEGMENT_END.test(text),
  }
}

function numberedNames(width: number): string[] {
  return Array.from({ length: width }, (_, index) => `column ${index + 1}`)
}

/**
 * Returns a test that rejects lines with text after a closing quotation mark, such as `"Run 5" of 7`. If the engine had
 * to skip such a line, it would find no rows and report no error.
 */
function regularlyQuoted({ delimiter, quote }: Separators): (line: string) => boolean {
  if (quote === '') return () => true
  const code = `\\u{${(delimiter.codePointAt(0) ?? 0).toString(16)}}`
  const field = `(${quote}([^${quote}]|${quote}${quote})*${quote}|[^${quote}${code}][^${code}]*|)`
  const regular = new RegExp(`^${field}(${code}${field})*$`, 'u')
  return (line) => !line.includes(quote) || regular.test(line)
}

/** Whether all cells after a delimiter start with a space. Spaces in only some cells may be indentation. */
function arePadded(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.flatMap((fields) => fields.slice(1)).filter((cell) => cell !== '')
  return cells.length > 0 && cells.every((cell) => cell.startsWith(' '))
}

/**
 * Makes names distinct, ignoring case. Empty names become `column 1` and so on. Duplicates, and names in `taken`, get
 * an unused numeric suffix. Line breaks and control characters become spaces.
 */
export function distinctNames(names: readonly string[], taken: readonly string[] = []): string[] {
  const seen = new Set(taken.map((name) => name.toLowerCase()))
  /** The last suffix of each name, so that a name repeated 100,000 times is not compared with all previous names. */
  const suffixes = new Map<string, number>()
  const plain = names.map(plainName)
  const given = new Set(plain.map((name) => name.toLowerCase()))
  return plain.map((name, index) => {
    const base = name || `column ${index + 1}`
    let unique = base
    let suffix = suffixes.get(base.toLowerCase()) ?? 1
    const isFree = () => !seen.has(unique.toLowerCase()) && (unique === name || !given.has(unique.toLowerCase()))
    while (!isFree()) unique = `${base} (${++suffix})`
    suffixes.set(base.toLowerCase(), suffix)
    seen.add(unique.toLowerCase())
    return unique
  })
}

/** Returns a name on one line, without control characters. */
export function plainName(name: string): string {
  return name.replace(/[\s\p{Cc}\ufeff]+/gu, ' ').trim()
}

const GROUPED_OR_DECIMAL = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/
const DECIMAL_COMMA = /^[+-]?(\d{1,3}([.'’ \u00a0\u202f\u2009]\d{3})+|\d+),\d+(e[+-]?\d+)?$/i
const DECIMAL_POINT = /^[+-]?(\d{1,3}([,'’ \u00a0\u202f\u2009]\d{3})+|\d*)\.\d+(e[+-]?\d+)?$/i

/**
 * Returns the decimal separator of most numbers. The separator in `2.101` and `2,101` may group thousands, so such
 * numbers count only if the other numbers do not decide.
 */
function decimalOf(records: readonly TextRecord[], delimiter: string): Decimal {
  const clear = { ',': 0, '.': 0 }
  const unclear = { ',': 0, '.': 0 }
  for (const cell of records.flatMap((record) => record.fields)) {
    const field = withoutUnit(cell.trim()).replace(/(?<=\d)(-|\s?\p{L}[\p{L}/]*)$/u, '')
    const counts = GROUPED_OR_DECIMAL.test(field) ? unclear : clear
    if (DECIMAL_COMMA.test(field) && (counts === clear || delimiter !== ',')) counts[',']++
    else if (DECIMAL_POINT.test(field)) counts['.']++
  }
  const { ',': commas, '.': points } = clear[','] === clear['.'] ? unclear : clear
  return commas > points ? ',' : '.'
}

const DELIMITER_LABELS: Record<string, string> = {
  ',': 'comma-separated',
  ';': 'semicolon-separated',
  '\t': 'tab-separated',
  '|': 'bar-separated',
  ' ': 'space-separated',
  [NO_DELIMITER]: 'one column',
}

/** Describes the dialect for users, for example as "semicolon-separated, decimal comma". */
export function describeDialect({ delimiter, decimal, hasHeader }: Dialect): string {
  const parts = [
    DELIMITER_LABELS[delimiter] ?? `“${delimiter}”`,
    // A decimal point is not mentioned for comma-separated files, because it is the obvious choice.
    ...(delimiter === ',' && decimal === '.' ? [] : [decimal === ',' ? 'decimal comma' : 'decimal point']),
    ...(hasHeader ? [] : ['no header']),
  ]
  return parts.join(', ')
}
