import { type Decimal, isNumber, isTime } from './kinds.ts'
import { type Separators, splitRecords, type TextRecord } from './records.ts'

/** How a delimited text file is written. */
export interface Dialect extends Separators {
  /** Lines before the table: `sep=`, comments, a title. */
  skipLines: number
  hasHeader: boolean
  /** One name per column, as the file has them: they may repeat or be empty. */
  names: string[]
  decimal: Decimal
}

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Stands for "one column": a character no text holds. */
const NO_DELIMITER = '\u001f'
const SAMPLE_RECORDS = 200

/** Recognises the dialect from the head of a file: decoded, cut after a line. Never fails: prose is one column. */
export function detectDialect(head: string, hint?: { delimiter?: string }): Dialect {
  const declared = /^sep=(.)\r?\n/i.exec(head)
  const delimiters = declared?.[1] ? [declared[1]] : DELIMITERS
  const start = declared ? 1 : 0
  const text = declared ? head.slice(declared[0].length) : head
  const candidates = delimiters.map((delimiter) => candidate(text, delimiter))
  const best = candidates.reduce((a, b) => (score(b, hint) > score(a, hint) ? b : a))
  const chosen = best.width > 1 || declared ? best : candidate(text, NO_DELIMITER)
  const table = chosen.records.filter((record) => record.line > chosen.skipLines)
  const decimal = decimalOf(table, chosen.separators.delimiter)
  const [first] = table
  const hasHeader = first !== undefined && looksLikeHeader(first, table.slice(1), decimal)
  return {
    ...chosen.separators,
    skipLines: chosen.skipLines + start,
    hasHeader,
    decimal,
    names: hasHeader ? padded(first.fields, chosen.width) : numbered(chosen.width),
  }
}

/** Names that can be told apart: empty ones are numbered, repeated ones get a number behind. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.map((name, index) => {
    const base = name.trim() === '' ? `column ${index + 1}` : name.trim()
    let unique = base
    for (let count = 2; seen.has(unique); count++) unique = `${base} (${count})`
    seen.add(unique)
    return unique
  })
}

interface Candidate {
  separators: Separators
  records: TextRecord[]
  /** How many fields most records have, and which share of the records has them. */
  width: number
  share: number
  skipLines: number
}

function candidate(text: string, delimiter: string): Candidate {
  const quote = quoteOf(text, delimiter)
  const escapedBy = text.includes(`\\${quote}`) && !text.includes(quote + quote) ? '\\' : quote
  const separators: Separators = { delimiter, quote, escapedBy }
  const records = splitRecords(text, separators, SAMPLE_RECORDS)
  const counts = new Map<number, number>()
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  const [width, count] = [...counts].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a), [1, 0])
  const share = records.length === 0 ? 0 : count / records.length
  return { separators, records, width, share, skipLines: linesBefore(records, width) }
}

/** More agreement first, then more columns; what the media type promises wins a draw. */
function score({ width, share, separators }: Candidate, hint?: { delimiter?: string }): number {
  if (width < 2) return 0
  return share * 10 + Math.min(width, 50) / 50 + (separators.delimiter === hint?.delimiter ? 0.5 : 0)
}

/** A single quotation mark counts only where it opens a field far more often than a double one does. */
function quoteOf(text: string, delimiter: string): '"' | "'" {
  const sample = text.slice(0, 50_000)
  const opens = (quote: string) => sample.split(`${delimiter}${quote}`).length + sample.split(`\n${quote}`).length - 2
  return opens("'") > 4 && opens('"') === 0 ? "'" : '"'
}

/** Comment lines at the top, and a title of another width than the table below it, are not part of the table. */
function linesBefore(records: TextRecord[], width: number): number {
  const foreign = ({ fields }: TextRecord) =>
    fields[0]?.startsWith('#') === true || (width > 2 && fields.filter((field) => field !== '').length < 2)
  const first = records.findIndex((record) => !foreign(record))
  return first > 0 && first <= 50 ? (records[first]?.line ?? 1) - 1 : 0
}

function decimalOf(records: TextRecord[], delimiter: string): Decimal {
  let commas = 0
  let points = 0
  for (const field of records.flatMap((record) => record.fields)) {
    if (/^[+-]?(\d{1,3}(\.\d{3})+|\d+),\d+$/.test(field) && !/^[+-]?\d{1,3},\d{3}$/.test(field)) commas++
    else if (/^[+-]?\d{1,3},\d{3}$/.test(field) && delimiter !== ',') commas++
    else if (/^[+-]?\d*\.\d+(e[+-]?\d+)?$/i.test(field)) points++
  }
  return commas > points ? ',' : '.'
}

/** A header has no values, save years as names: `station, 2023, 2024` above rows that hold other numbers there. */
function looksLikeHeader(first: TextRecord, rest: TextRecord[], decimal: Decimal): boolean {
  if (first.fields.every((field) => field.trim() === '')) return false
  const valued = first.fields.flatMap((field, index) => (isNumber(field, decimal) || isTime(field) ? [index] : []))
  if (valued.length === 0) return true
  const year = (record: TextRecord, index: number) => /^(19|20)\d\d$/.test(record.fields[index] ?? '')
  const onlyYears = valued.length < first.fields.length && valued.every((index) => year(first, index))
  return onlyYears && rest.some((record) => !valued.some((index) => year(record, index)))
}

function padded(fields: string[], width: number): string[] {
  return Array.from({ length: Math.max(width, fields.length) }, (_, index) => fields[index] ?? '')
}

function numbered(width: number): string[] {
  return Array.from({ length: width }, (_, index) => `column ${index + 1}`)
}

const DELIMITER_LABELS: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** For people: "semicolon, decimal comma". */
export function describeDialect({ delimiter, decimal, hasHeader }: Dialect): string {
  const parts = [
    delimiter === NO_DELIMITER ? 'one column' : (DELIMITER_LABELS[delimiter] ?? `“${delimiter}”`),
    decimal === ',' ? 'decimal comma' : 'decimal point',
    ...(hasHeader ? [] : ['no header']),
  ]
  return parts.join(', ')
}
