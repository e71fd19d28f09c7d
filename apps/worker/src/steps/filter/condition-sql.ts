import type { Engine } from '@millrace/tables/engine'
import { quoted } from '@millrace/tables/sentences'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { columnNamed } from '#tables/choose-columns.ts'

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

type Comparison = (typeof COMPARISONS)[number]

/** One condition as the form edits it. */
export interface Condition {
  column: string
  is: Comparison
  value?: string | null
}

interface Parsed {
  /** SQL for the value, or for the start of the day if only a date was given. */
  from: string
  /** The end of that day. Undefined for a single value. */
  until?: string
}

const ORDERS = { 'more than': '>', 'at least': '>=', 'less than': '<', 'at most': '<=' } as const

/** SQL for a condition on a column, which is true, false, or null for an empty cell. */
export async function conditionSql(
  engine: Engine,
  table: Table,
  { condition, ignoreCase, parameter }: { condition: Condition; ignoreCase: boolean; parameter: string },
): Promise<string> {
  const column = columnNamed(table, { name: condition.column, parameter })
  const name = sqlName(column.name)
  const { is } = condition
  if (is === 'is empty') return emptySql(column)
  if (is === 'is not empty') return `NOT ${emptySql(column)}`
  const text = condition.value ?? ''
  if (text.trim() === '') refuse(condition, parameter, 'needs a value.')
  if (is === 'contains' || is === 'starts with' || is === 'ends with' || is === 'matches')
    return textSql(engine, name, { condition: { ...condition, is }, ignoreCase, parameter })
  const folded = ignoreCase && column.kind === 'text'
  const value = folded ? `lower(${name}::VARCHAR)` : name
  const parse = (one: string) =>
    parsed(engine, column, { text: folded ? one.toLowerCase() : one, condition, parameter })
  if (is === 'between') {
    const [low, high, ...more] = text.split(/\s*(?:;|\.\.|\s+and\s+)\s*/)
    if (!low || !high || more.length > 0) refuse(condition, parameter, 'needs two values, such as “10 and 20”.')
    const [first, last] = [await parse(low), await parse(high)]
    return `(${value} >= ${first.from} AND ${orderSql(value, 'at most', last)})`
  }
  if (is === 'one of') {
    const values = await Promise.all(
      text
        .split(/\s*[;,]\s*/)
        .filter(Boolean)
        .map(parse),
    )
    return `(${values.map((one) => equalSql(value, one)).join(' OR ')})`
  }
  const one = await parse(text)
  if (is === 'equals') return equalSql(value, one)
  if (is === 'differs') return `coalesce(NOT ${equalSql(value, one)}, true)`
  return orderSql(value, is, one)
}

function emptySql(column: TableColumn): string {
  const name = sqlName(column.name)
  return column.kind === 'text' ? `(${name} IS NULL OR trim(${name}::VARCHAR) = '')` : `(${name} IS NULL)`
}

function equalSql(value: string, { from, until }: Parsed): string {
  return until ? `(${value} >= ${from} AND ${value} < ${until})` : `(${value} = ${from})`
}

/** A date without a time of day means the whole day, so “at most 31 March” includes that day. */
function orderSql(value: string, is: keyof typeof ORDERS, { from, until }: Parsed): string {
  if (until && is === 'at most') return `(${value} < ${until})`
  if (until && is === 'more than') return `(${value} >= ${until})`
  return `(${value} ${ORDERS[is]} ${from})`
}

type TextComparison = Condition & { is: 'contains' | 'starts with' | 'ends with' | 'matches' }

async function textSql(
  engine: Engine,
  name: string,
  { condition, ignoreCase, parameter }: { condition: TextComparison; ignoreCase: boolean; parameter: string },
): Promise<string> {
  const pattern = condition.value ?? ''
  const cell = ignoreCase ? `lower(${name}::VARCHAR)` : `${name}::VARCHAR`
  const value = sqlText(ignoreCase ? pattern.toLowerCase() : pattern)
  if (condition.is === 'contains') return `contains(${cell}, ${value})`
  if (condition.is === 'starts with') return `starts_with(${cell}, ${value})`
  if (condition.is === 'ends with') return `ends_with(${cell}, ${value})`
  const matches = (text: string) => `regexp_matches(${text}, ${sqlText(pattern)}${ignoreCase ? ", 'i'" : ''})`
  await engine.row(`SELECT ${matches("''")} AS m`).catch(() => {
    refuse(condition, parameter, 'isn’t a valid pattern. Use a regular expression, such as ^K.*n$.')
  })
  return matches(`${name}::VARCHAR`)
}

interface Literal {
  text: string
  condition: Condition
  parameter: string
}

async function parsed(engine: Engine, column: TableColumn, { text, condition, parameter }: Literal): Promise<Parsed> {
  const value = text.trim()
  if (column.kind === 'number') {
    const number = Number(value.replace(',', '.'))
    if (value === '' || !Number.isFinite(number)) refuse(condition, parameter, 'needs a number, such as 12.5.')
    return { from: /^[+-]?\d{1,30}$/.test(value) ? value : sqlDouble(number) }
  }
  if (column.kind === 'time') return parsedTime(engine, value, { text, condition, parameter })
  if (column.kind === 'boolean') {
    if (!/^(true|false|yes|no|1|0)$/i.test(value)) refuse(condition, parameter, 'needs true or false.')
    return { from: /^(true|yes|1)$/i.test(value) ? 'true' : 'false' }
  }
  return { from: sqlText(text) }
}

async function parsedTime(engine: Engine, value: string, literal: Literal): Promise<Parsed> {
  const { time } = await engine.row<{ time: string | null }>(
    `SELECT TRY_CAST(${sqlText(value)} AS TIMESTAMP)::VARCHAR AS time`,
  )
  if (time === null)
    refuse(literal.condition, literal.parameter, 'needs a time, such as 2024-03-01 or 2024-03-01 14:30.')
  const from = `TIMESTAMP ${sqlText(time)}`
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? { from, until: `(${from} + INTERVAL 1 DAY)` } : { from }
}

function refuse({ column, is, value }: Condition, parameter: string, remedy: string): never {
  const shown = value ? ` ${quoted(value)}` : ''
  throw new StepError(`The condition \`${column}\` ${is}${shown} ${remedy}`, {
    parameter: { name: parameter, wrong: value || column },
  })
}
