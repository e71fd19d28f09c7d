import type { Engine } from '@millrace/tables/engine'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import type { Fit } from '#statistics/polynomial-fit.ts'
import { textSql } from '#tables/value-text.ts'

/** The columns of the points, and the column that splits them into groups. */
export interface FitColumns {
  x: TableColumn
  y: TableColumn
  group: TableColumn | undefined
  /** If x has times: the first of them, in seconds since 1970. The curve is over the days since then. */
  since: number | undefined
}

/** The curve of one group. `value` is the group's text, null for rows without one. */
export interface GroupFit {
  value: string | null
  fit: Fit
}

/** The points of one group as a relation with the columns x and y. */
export function pointsSql(table: Table, columns: FitColumns, value: string | null): string {
  const { y, group } = columns
  const own = group ? textSql(group) : ''
  const where = group ? `WHERE ${value === null ? `${own} IS NULL` : `${own} = ${sqlText(value)}`}` : ''
  const values = `SELECT ${xSql(columns)} AS x, ${sqlName(y.name)}::DOUBLE AS y FROM ${table.view} ${where}`
  return `(SELECT x, y FROM (${values}) WHERE isfinite(x) AND isfinite(y))`
}

const DAY = 86_400

/** The value of x: a number, or days since the first time. */
export function xSql({ x, since }: Pick<FitColumns, 'x' | 'since'>): string {
  return since === undefined ? `${sqlName(x.name)}::DOUBLE` : `((${secondsSql(x)} - ${sqlDouble(since)}) / ${DAY})`
}

/** The first time of a column, in seconds since 1970; 0 if it has none. */
export async function firstMoment(engine: Engine, table: Table, x: TableColumn): Promise<number> {
  const { first } = await engine.row<{ first: number | null }>(
    `SELECT min(${secondsSql(x)}) AS first FROM ${table.view}`,
  )
  return first ?? 0
}

/** JavaScript, and thus charts, cannot show dates further than this from 1970, in seconds: about 270,000 years. */
const SECONDS_MAX = 8_640_000_000_000

/** An axis cannot show infinite or geological times. */
function secondsSql({ name }: TableColumn): string {
  const time = `${sqlName(name)}::TIMESTAMP`
  return `epoch(CASE WHEN isfinite(${time}) AND abs(epoch(${time})) <= ${SECONDS_MAX} THEN ${time} END)`
}

/** `2024-03-01 08:15`, or only the day at midnight. */
export function timeLabel(seconds: number): string {
  const text = new Date(seconds * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/(:00)?\.000Z$/, '')
  return text.replace(/ 00:00$/, '').replace(/Z$/, '')
}

/** The time this many days after `since`, which is in seconds since 1970, as Plotly takes times. */
export function momentOf(since: number, days: number): string {
  return new Date(Math.round((since + days * DAY) * 1000)).toISOString().replace('Z', '')
}
