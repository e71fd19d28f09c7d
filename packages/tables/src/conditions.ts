import { sqlText } from './sql.ts'
import type { ValueKind } from './table.ts'
import { timeOf } from './time-text.ts'

export const COMPARISONS = [
  'equals',
  'differs',
  'more than',
  'at least',
  'less than',
  'at most',
  'between',
  'one of',
  'contains',
  'starts with',
  'ends with',
  'matches',
  'is empty',
  'is not empty',
] as const

export type Comparison = (typeof COMPARISONS)[number]

/** A condition on the cells of a column. Previews and steps share it, so both find the same rows. */
export interface Condition {
  is: Comparison
  /** No value for “is empty” and “is not empty”, two for “between”, one or more for “one of”, otherwise one. */
  values: readonly string[]
}

export interface ConditionColumn {
  kind: ValueKind
  type: string
  sql: string
  decimal?: ',' | undefined
}

/** How conditions compare text, and how they embed user-supplied strings in SQL. */
export interface ConditionOptions {
  ignoreCase: boolean
  /** Returns SQL for a user-supplied string, as a bind parameter or a literal. */
  bind: (text: string) => string
}

/** Thrown if the values don't suit the comparison or the column. The message completes “The condition …”. */
export class ConditionFault extends Error {
  override name = 'ConditionFault'
}

/** Embeds values as literals, for statements that take no parameters. */
export const asLiteral: ConditionOptions['bind'] = sqlText

/** Collects values as the bind parameters `$1`, `$2` and so on. */
export function boundValues() {
  const values: string[] = []
  return { values, bind: (text: string) => `$${values.push(text)}::VARCHAR` }
}

interface Limits {
  from: string
  /** The start of the next day. Omitted unless the value is a date without a time. */
  until?: string
}

const ORDERS = { 'more than': '>', 'at least': '>=', 'less than': '<', 'at most': '<=' } as const
const TEXTS = { contains: 'contains', 'starts with': 'starts_with', 'ends with': 'ends_with' } as const

/**
 * Returns SQL for a condition on a column. For an empty cell, the condition may be null instead of false. Throws a
 * ConditionFault if the values don’t suit the comparison or the column.
 */
export function conditionSql(column: ConditionColumn, { is, values }: Condition, options: ConditionOptions): string {
  const { kind, sql } = column
  const { bind, ignoreCase } = options
  if (is === 'is empty') return emptySql(column)
  if (is === 'is not empty') return `NOT ${emptySql(column)}`
  const [first = '', second] = values
  if (is === 'between' ? values.length !== 2 : is !== 'one of' && values.length > 1)
    throw new ConditionFault(is === 'between' ? 'needs two values, such as “10 and 20”.' : 'needs one value.')
  if (values.length === 0 || values.some((value) => value.trim() === '')) throw new ConditionFault('needs a value.')
  const fold = (text: string) => (ignoreCase ? `lower(${text})` : text)
  if (is === 'matches') return `regexp_matches(${textSql(column)}, ${bind(first)}${ignoreCase ? ", 'i'" : ''})`
  if (is === 'contains' || is === 'starts with' || is === 'ends with')
    return `${TEXTS[is]}(${fold(textSql(column))}, ${fold(bind(first))})`
  const numbers = numbersInText(column, { is, values })
  if (numbers)
    return conditionSql({ kind: 'number', type: 'DOUBLE', sql: numbers.sql }, { is, values: numbers.values }, options)
  const isText = kind === 'text' || kind === 'other'
  const value = isText ? fold(textSql(column)) : sql
  const limits = (text: string): Limits => (isText ? { from: fold(bind(text)) } : limitsSql(column, text, bind))
  if (is === 'between')
    return `(${value} >= ${limits(first).from} AND ${orderSql(value, 'at most', limits(second ?? ''))})`
  if (is === 'one of') return `(${values.map((text) => equalSql(value, limits(text))).join(' OR ')})`
  if (is === 'equals') return equalSql(value, limits(first))
  if (is === 'differs') return `coalesce(NOT ${equalSql(value, limits(first))}, true)`
  return orderSql(value, is, limits(first))
}

/** How a condition compares the cells of a text column as numbers. */
export interface NumbersInText {
  /** SQL for the number in a cell. Null for a cell without a number, so such a cell never meets the condition. */
  sql: string
  values: readonly string[]
  /** Whether the cells are times of day or durations. These are compared in seconds. */
  areTimes: boolean
}

/**
 * Returns how to compare the cells of a text column as numbers or times, for conditions such as “more than 5” or “at
 * most 9:00”. Compared as text, “<0.5” would be more than “5”, and “10:00” would be less than “9:00”. Undefined for all
 * other conditions and columns.
 */
export function numbersInText({ kind, sql }: ConditionColumn, { is, values }: Condition): NumbersInText | undefined {
  if (kind !== 'text' || !isOrder(is)) return undefined
  if (values.every(isShortNumber)) return { sql: numberOfText(sql), values, areTimes: false }
  const seconds = values.map(secondsOf)
  return seconds.every((value) => value !== undefined)
    ? { sql: secondsOfText(sql), values: seconds.map(String), areTimes: true }
    : undefined
}

/** Whether the comparison depends on the order of values. */
export function isOrder(is: Comparison): boolean {
  return is === 'between' || Object.hasOwn(ORDERS, is)
}

/** Pattern of a time of day or a duration: hours, minutes, and optionally seconds. For DuckDB and JavaScript. */
const CLOCK = String.raw`(\d{1,5}):([0-5]\d)(?::([0-5]\d(?:[.,]\d{1,9})?))?`

/** Returns the seconds in a string such as 7:05, 22:59:30.5 or 100:15:00. Undefined for any other string. */
export function secondsOf(text: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = new RegExp(`^${CLOCK}$`).exec(text.trim()) ?? []
  return hours === undefined
    ? undefined
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}

/** Returns SQL for the seconds in a string. Null if the string is neither a time of day nor a duration. */
export function secondsOfText(sql: string): string {
  const text = `trim(${sql}::VARCHAR)`
  const part = (at: number) =>
    `coalesce(TRY_CAST(replace(regexp_extract(${text}, '${CLOCK}', ${at}), ',', '.') AS DOUBLE), 0)`
  return `(CASE WHEN regexp_full_match(${text}, '${CLOCK}') THEN ${part(1)} * 3600 + ${part(2)} * 60 + ${part(3)} END)`
}

/**
 * Returns SQL for the number in a string, which may have a decimal comma. Null for other text. Also null if three
 * digits follow a comma, because the comma may separate thousands.
 */
export function numberOfText(sql: string): string {
  const text = `trim(${sql}::VARCHAR)`
  const plain = `CASE WHEN regexp_full_match(${text}, '[+-]?\\d+,(\\d{1,2}|\\d{4,})') THEN replace(${text}, ',', '.') ELSE ${text} END`
  const number = `TRY_CAST(${plain} AS DOUBLE)`
  return `(CASE WHEN isfinite(${number}) THEN ${number} END)`
}

/** Numbers of more than 15 digits count as identifiers. */
function isShortNumber(text: string): boolean {
  const plain = plainNumber(text.trim(), undefined)
  return NUMBER.test(plain) && plain.replaceAll(/\D/g, '').length <= 15
}

/** Returns SQL for a cell as text. Times with a UTC offset are matched in UTC, without the offset. */
function textSql({ type, sql }: ConditionColumn): string {
  return type === 'TIMESTAMP WITH TIME ZONE' ? `(${sql} AT TIME ZONE 'UTC')::VARCHAR` : `${sql}::VARCHAR`
}

/** Text that consists of spaces counts as empty. */
function emptySql({ kind, sql }: ConditionColumn): string {
  return kind === 'text' ? `(${sql} IS NULL OR trim(${sql}::VARCHAR) = '')` : `(${sql} IS NULL)`
}

function equalSql(value: string, { from, until }: Limits): string {
  return until ? `(${value} >= ${from} AND ${value} < ${until})` : `(${value} = ${from})`
}

/** A date without a time means the whole day: “at most 31 March” includes that day. */
function orderSql(value: string, is: keyof typeof ORDERS, { from, until }: Limits): string {
  if (until && is === 'at most') return `(${value} < ${until})`
  if (until && is === 'more than') return `(${value} >= ${until})`
  return `(${value} ${ORDERS[is]} ${from})`
}

function limitsSql(column: ConditionColumn, text: string, bind: ConditionOptions['bind']): Limits {
  const { kind } = column
  if (kind === 'number') return { from: numberSql(column, text.trim(), bind) }
  if (kind === 'boolean') {
    if (!/^(true|false|yes|no|1|0)$/i.test(text.trim())) throw new ConditionFault('needs true or false.')
    return { from: /^(true|yes|1)$/i.test(text.trim()) ? 'true' : 'false' }
  }
  const time = timeOf(text)
  if (!time) throw new ConditionFault('needs a time, such as 2024-03-01 or 2024-03-01 14:30.')
  const from = `CAST(${bind(time.moment)} AS TIMESTAMP)`
  return time.isDay ? { from, until: `(${from} + INTERVAL 1 DAY)` } : { from }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Numbers in which at least one separator can only group thousands. */
const GROUPED = /^[+-]?\d{1,3}(?:(\.\d{3}){2,}(,\d+)?|(,\d{3}){2,}(\.\d+)?|\.\d{3},\d+|,\d{3}\.\d+)$/

/** Numbers with a single comma, which groups thousands unless the file has decimal commas. */
const GROUPED_ONCE = /^[+-]?[1-9]\d{0,2},\d{3}$/

/**
 * Rewrites a number as found in tables, such as `1,250,000.5` or `1.250.000,5`, with a decimal point and without
 * thousands separators. The file’s decimal separator decides how `1,250` is read. A single point is always a decimal
 * point.
 */
export function plainNumber(text: string, decimal: ConditionColumn['decimal']): string {
  const isGrouped = GROUPED.test(text) || (decimal !== ',' && GROUPED_ONCE.test(text))
  const [first] = /[.,]/.exec(text) ?? []
  const bare = isGrouped ? text.replaceAll(first ?? ',', '') : text
  return bare.replace(',', '.')
}

/**
 * Returns how an ambiguous number, such as `1,250`, is read. Undefined if it is not ambiguous or the column is not
 * numeric.
 */
export function doubtfulNumber(text: string, { kind, decimal }: Omit<ConditionColumn, 'sql'>): string | undefined {
  const bare = text.trim()
  if (kind !== 'number' || !/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return undefined
  return bare.includes(',') || decimal === ',' ? String(Number(plainNumber(bare, decimal))) : undefined
}

/**
 * Returns SQL for a number in a condition. Integers of up to 30 digits are exact. For a FLOAT column, the number is
 * rounded to single precision, because it would otherwise rarely equal a cell.
 */
function numberSql({ type, decimal }: ConditionColumn, text: string, bind: ConditionOptions['bind']): string {
  const plain = plainNumber(text, decimal)
  const number = Number(plain)
  if (!NUMBER.test(plain) || !Number.isFinite(number)) throw new ConditionFault('needs a number, such as 12.5.')
  if (type === 'FLOAT' && Number.isFinite(Math.fround(number))) return `CAST(${bind(String(number))} AS FLOAT)`
  if (/^[+-]?\d{1,18}$/.test(plain)) return `CAST(${bind(plain)} AS BIGINT)`
  if (/^[+-]?\d{1,30}$/.test(plain)) return `CAST(${bind(plain)} AS HUGEINT)`
  return `CAST(${bind(String(number))} AS DOUBLE)`
}
