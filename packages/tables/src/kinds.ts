import { NO_VALUE, saysNoValue } from './no-value.ts'
import { ISO_TIME, TIME_SPELLINGS } from './time-formats.ts'

/** What the values of a column are, as far as sorting and drawing need to know. */
export type ValueKind = 'number' | 'time' | 'boolean' | 'text'
export type Decimal = '.' | ','

export interface ColumnKind {
  kind: ValueKind
  /** For times that are not ISO 8601: how they are written, in the words of strptime. */
  timeFormats?: string[]
  /** Numbers with blanks or apostrophes between thousands, or with the minus sign of typesetting. */
  isGrouped?: true
}

/** They do not keep a column from being numbers. */
const MISSING = new Set([...NO_VALUE, 'inf', '-inf'])

const NUMBER_POINT = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d*)?(e[+-]?\d+)?$/i
const NUMBER_COMMA = /^[+-]?(\d{1,3}(\.\d{3})+|\d+)?(,\d*)?(e[+-]?\d+)?$/i
const BOOLEAN = /^(true|false|yes|no|ja|nein|t|f|y|n)$/i

/** Says whether a cell is a number; blanks around it do not matter. */
export function isNumber(value: string, decimal: Decimal): boolean {
  const text = value.trim()
  return /\d/.test(text) && (decimal === ',' ? NUMBER_COMMA : NUMBER_POINT).test(text)
}

export function isTime(value: string): boolean {
  const text = value.trim()
  return ISO_TIME.test(text) || TIME_SPELLINGS.some(({ pattern, isDigits }) => !isDigits && pattern.test(text))
}

/** Says whether a cell is a number or a time, as cells of a header are not. */
export function isValue(cell: string, decimal: Decimal): boolean {
  return !saysNoValue(cell) && (isNumber(cell, decimal) || isTime(cell))
}

/** `1 234,5` as `1234,5`, `1'234.5` as `1234.5`. */
function ungrouped(text: string): string {
  const [, sign, digits, rest] =
    /^([+-]|\u2212)?(\d{1,3}(?:[ \u00a0\u202f'\u2019]\d{3})+|\d+)([.,]\d*)?$/.exec(text) ?? []
  if (digits === undefined) return text
  return `${sign === undefined || sign === '+' ? '' : '-'}${digits.replace(/\D/g, '')}${rest ?? ''}`
}

/** Tells the kind of a column from a sample of its cells: the first kind that all of them fit. */
export function columnKind(sample: readonly (string | null)[], decimal: Decimal): ColumnKind {
  const values = sample.flatMap((value) => (value === null || MISSING.has(value.trim().toLowerCase()) ? [] : [value]))
  if (values.length === 0) return { kind: 'text' }
  const all = (test: (text: string) => boolean) => values.every((value) => test(value.trim()))
  if (all((text) => BOOLEAN.test(text))) return { kind: 'boolean' }
  if (all((text) => ISO_TIME.test(text))) return { kind: 'time' }
  const spelling = TIME_SPELLINGS.find(({ pattern, isDigits }) => !isDigits && all((text) => pattern.test(text)))
  if (spelling) return { kind: 'time', timeFormats: spelling.formats }
  if (all((text) => isNumber(text, decimal))) return { kind: 'number' }
  const isGrouped = all((text) => isNumber(ungrouped(text), decimal))
  return isGrouped ? { kind: 'number', isGrouped } : { kind: 'text' }
}
