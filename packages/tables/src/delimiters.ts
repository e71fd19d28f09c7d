import { isComment, isRule } from './header-patterns.ts'
import { type Decimal, isNumber, isTime, isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import { type Separators, spacedFields, splitRecords, type TextRecord } from './records.ts'

const DELIMITERS = [',', ';', '\t', '|', '^', '~'] as const
/** Delimiter of a table with one column: a character that doesn’t occur in text. */
export const NO_DELIMITER = '\u001f'
const SAMPLE_RECORDS = 300

/** A candidate dialect, applied to the sample. The counts leave out comments. */
export interface Candidate {
  separators: Separators
  records: TextRecord[]
  /**
   * The most frequent number of fields per record in the second half of the sample. If the sample has fewer than 8
   * records, the whole sample is used or, for spaces as the delimiter, the whole sample without the first of 3 or more
   * records.
   */
  width: number
  /** The share of records with `width` fields in the same part of the sample. */
  share: number
  /** The share of records with `width` fields in the whole sample. */
  shareOfAll: number
}

/** Returns the best-fitting dialect. Prose is treated as one column. */
export function likeliestDialect(text: string, hint: { declared?: string; delimiter?: string }): Candidate {
  const delimiters = hint.declared ? [hint.declared] : DELIMITERS
  const candidates = delimiters.map((delimiter) => candidate(text, delimiter))
  const best = candidates.reduce((a, b) => (score(b, hint) > score(a, hint) ? b : a))
  if (hint.declared) return best
  const uncut = isCutAtDecimals(best) ? candidates.filter((one) => one !== best && namesItsColumns(one)) : []
  const [first, ...others] = uncut
  if (first) return others.reduce((a, b) => (score(b, hint) > score(a, hint) ? b : a), first)
  const oneColumn = () => candidate(text, NO_DELIMITER)
  if (best.width > 1 && best.separators.delimiter !== ',') return best
  const spaced = candidate(text, ' ')
  if (best.width < 2) return isSpaced(spaced, text) || isSpacedBelowTitles(spaced, text) ? spaced : oneColumn()
  if (isColumnOfDecimals(best)) return oneColumn()
  return hasDecimalCommas(spaced) && !isOnlyNamedBy(best, spaced) ? spaced : best
}

function candidate(text: string, delimiter: string): Candidate {
  const quote = quoteOf(text, delimiter)
  const escapedBy = text.includes(`\\${quote}`) && !text.includes(quote + quote) ? '\\' : quote
  const separators: Separators = { delimiter, quote, escapedBy }
  const records = splitRecords(text, separators, SAMPLE_RECORDS)
  const rows = records.filter((record) => !isComment(record))
  const isShort = rows.length < 8
  const usual = rows.slice(isShort ? Number(delimiter === ' ' && rows.length > 2) : Math.floor(rows.length / 2))
  const counts = new Map<number, number>()
  for (const { fields } of usual) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  const [width, count] = [...counts].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a), [1, 0])
  const fitting = rows.filter(({ fields }) => fields.length === width).length
  return {
    separators,
    records: delimiter === ' ' ? withWideGaps(records, text, width) : records,
    width,
    share: usual.length === 0 ? 0 : count / usual.length,
    shareOfAll: rows.length === 0 ? 0 : fitting / rows.length,
  }
}

/** Splits lines above the rows at wide gaps if that gives a name for each column, as in `x   T (K)   p (Pa)`. */
function withWideGaps(records: readonly TextRecord[], text: string, width: number): TextRecord[] {
  const lines = text.split(/\r\n|\n|\r/)
  const first = records.findIndex((record) => !isComment(record) && record.fields.length === width)
  return records.map((record, at) => {
    if (at >= first || record.fields.length <= width) return record
    const fields = (lines[record.line - 1] ?? '').trim().split(/\s{2,}|\t/)
    return fields.length === width ? { ...record, fields } : record
  })
}

function score({ records, width, share, shareOfAll, separators }: Candidate, hint: { delimiter?: string }): number {
  if (width < 2) return 0
  const promised = separators.delimiter === hint.delimiter ? 0.5 : 0
  return share * 10 + shareOfAll * 3 + valueShare(records) + Math.min(width, 50) / 50 + promised
}

/**
 * Returns the share of cells that are values. If `400;0,123` is split at the semicolon, both cells are numbers. If it
 * is split at the comma, only one of them is.
 */
function valueShare(records: readonly TextRecord[]): number {
  const cells = records.slice(0, 50).flatMap(({ fields }) => fields)
  const values = cells.filter((cell) => isValue(cell, '.') || isValue(cell, ','))
  return cells.length === 0 ? 0 : values.length / cells.length
}

/**
 * Returns the character that quotes fields: a single quote if it opens and closes several fields and no field starts
 * with a double quote. Apostrophes that precede formulas don’t close fields, so they are not quotes.
 */
function quoteOf(text: string, delimiter: string): '"' | "'" {
  const sample = text.slice(0, 50_000)
  const opens = (quote: string) => sample.split(`${delimiter}${quote}`).length + sample.split(`\n${quote}`).length - 2
  const closed = sample.split(`'${delimiter}`).length + sample.split(/'\r?\n/).length - 2
  return opens("'") > 4 && closed >= opens("'") / 2 && opens('"') === 0 ? "'" : '"'
}

/** Whether the text is a single column of numbers, most with a decimal comma, below a header without commas. */
function isColumnOfDecimals({ records, width }: Candidate): boolean {
  const [header, ...rows] = records
  if (width !== 2 || header?.fields.length !== 1 || rows.length === 0) return false
  return rows.every(
    ({ fields: [whole = '', fraction = '0'] }) => /^[+-]?\d+$/.test(whole.trim()) && /^\d+$/.test(fraction.trim()),
  )
}

/**
 * Whether the delimiter is a comma, but every comma is inside a number and the header has none. Such a comma can score
 * better than the real delimiter: if rows omit empty cells at their end, as in `a;b;c` above `1;2,5`, the number of
 * semicolons varies more than the number of commas.
 */
function isCutAtDecimals({ records, separators, width }: Candidate): boolean {
  const [header, ...rows] = records.filter((record) => !isComment(record))
  if (separators.delimiter !== ',' || width < 2 || header?.fields.length !== 1) return false
  return rows.every(({ fields }) =>
    fields.slice(1).every((field, at) => /^\d/.test(field) && /\d$/.test(fields[at] ?? '')),
  )
}

function namesItsColumns({ records, width }: Candidate): boolean {
  const rows = records.filter((record) => !isComment(record))
  const names = rows.find(({ fields }) => fields.length >= width)?.fields.length ?? 0
  return width > 1 && rows.every(({ fields }) => fields.length <= names)
}

/**
 * Whether columns are separated by spaces: nearly all rows have the same number of words, a column has values, and the
 * header has as many words, or one fewer. False if each line below the header is a single value, such as the time
 * `2024-03-01 10:00` or the number `1 234 567`.
 */
function isSpaced({ records, width, share }: Candidate, text: string): boolean {
  const rows = records.filter((record) => !isComment(record))
  const values = rows.slice(Math.ceil(rows.length / 2))
  if (width < 2 || rows.length < 2 || share < 0.95 || values.length === 0 || isRuledOtherwise(rows, width)) return false
  const first = rows[0]?.fields.length ?? 0
  const isNamed = first === width || (width > 2 && first === width - 1)
  return isNamed && countValueColumns(values, width) > 0 && !areSingleValues(linesOf(text).slice(1))
}

/**
 * Whether columns are separated by spaces below titles and settings: most rows have the same number of words, and more
 * than half of the columns, but at least two, have values. False if each of these rows is a single value, or if a
 * single word above the rows names a single column.
 */
function isSpacedBelowTitles({ records, width, share }: Candidate, text: string): boolean {
  const rows = records.filter((record) => !isComment(record))
  const values = rows.slice(Math.ceil(rows.length / 2)).filter(({ fields }) => fields.length === width)
  if (width < 2 || values.length < 8 || share < 0.9 || isRuledOtherwise(rows, width)) return false
  const [name, first] = rows.map(({ fields }) => fields)
  const isAnyValue = (cell: string) => isValue(cell, '.') || isValue(cell, ',')
  if (name?.length === 1 && first?.length === width && first.some(isAnyValue)) return false
  const lines = linesOf(text)
  const isLate = (_: string, at: number) => at >= lines.length / 2
  const single = lines.filter(isLate).filter((line) => spacedFields(line).length === width)
  return countValueColumns(values, width) > Math.max(1, width / 2) && !areSingleValues(single)
}

/** Whether ruled lines show that cells contain spaces, as in `---- ----------` above `n1 2024-03-01 10:00:00`. */
function isRuledOtherwise(rows: readonly TextRecord[], width: number): boolean {
  return rows.some((record) => isRule(record) && ![1, width].includes(record.fields.length))
}

function countValueColumns(rows: readonly TextRecord[], width: number): number {
  const isColumn = (at: number, decimal: Decimal) => {
    const cells = rows.map(({ fields }) => fields[at] ?? '').filter((cell) => !meansMissing(cell))
    return cells.length * 2 >= rows.length && cells.every((cell) => isValue(cell, decimal))
  }
  return Array.from({ length: width }, (_, at) => isColumn(at, '.') || isColumn(at, ',')).filter(Boolean).length
}

function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
}

/** Whether each line is a single value: a time, or a number with spaces between thousands. */
function areSingleValues(lines: readonly string[]): boolean {
  return lines.every((line) => isTime(line) || /^[+-]?\d{1,3}( \d{3})+([.,]\d+)?$/.test(line.trim()))
}

/** Whether only the first dialect has a header that names every column, as in `tel,n` above `+49 221 45,1`. */
function isOnlyNamedBy({ records, width, shareOfAll }: Candidate, other: Candidate): boolean {
  return shareOfAll === 1 && records[0]?.fields.length === width && other.records[0]?.fields.length !== other.width
}

/** Whether most cells, separated by spaces, are numbers with decimal commas, as in `1,5 2,5`, or times. */
function hasDecimalCommas({ records, width, share }: Candidate): boolean {
  const rows = records.slice(Math.ceil(records.length / 2))
  if (width < 2 || share < 0.95 || rows.length === 0) return false
  const cells = rows.flatMap(({ fields }) => fields)
  const areNumbers = cells.filter((cell) => isNumber(cell, ',') || isTime(cell)).length >= cells.length * 0.8
  return areNumbers && cells.some((cell) => /^[+-]?\d+,\d+$/.test(cell))
}
