import type { Engine } from '@millrace/tables/engine'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import type { Fit } from '#statistics/polynomial-fit.ts'
import { textSql } from '#tables/value-text.ts'

/** The columns of the points, and the column that splits points into groups. */
export interface FitColumns {
  x: TableColumn
  y: TableColumn
  group: TableColumn | undefined
  /**
   * The first time of x, in seconds since 1970. The curve is fitted over the days since that time. Undefined if x is a
   * number.
   */
  since: number | undefined
}

/** The curve of one group. `value` is the group’s text, or null for rows without a group. */
export interface GroupFit {
  value: string | null
  fit: Fit
}

/** Returns a relation with the columns x and y that contains the points of one group. */
export function pointsSql(table: Table, columns: FitColumns, value: string | null): string {
  const { y, group } = columns
  const own = group ? textSql(group) : ''
  const where = group ? `WHERE ${value === null ? `${own} IS NULL` : `${own} = ${sqlText(value)}`}` : ''
  const values = `SELECT ${xSql(columns)} AS x, ${sqlName(y.name)}::DOUBLE AS y FROM ${table.view} ${where}`
  return `(SELECT x, y FROM (${values}) WHERE isfinite(x) AND isfinite(y))`
}

const DAY = 86_400

/** Returns SQL for the value of x: the number, or the days since the first time. */
export function xSql({ x, since }: Pick<FitColumns, 'x' | 'since'>): string {
  return since === undefined ? `${sqlName(x.name)}::DOUBLE` : `((${secondsSql(x)} - ${sqlDouble(since)}) / ${DAY})`
}

/** Returns the first time of a column in seconds since 1970, or 0 if there is none. */
export async function firstMoment(engine: Engine, table: Table, x: TableColumn): Promise<number> {
  const { first } = await engine.row<{ first: number | null }>(
    `SELECT min(${secondsSql(x)}) AS first FROM ${table.view}`,
  )
  return first ?? 0
}

/**
 * Maximum distance of a time from 1970 in seconds, about 270,000 years. JavaScript can’t represent times beyond it, so
 * charts can’t show them.
 */
const SECONDS_MAX = 8_640_000_000_000

function secondsSql({ name }: TableColumn): string {
  const time = `${sqlName(name)}::TIMESTAMP`
  return `epoch(CASE WHEN isfinite(${time}) AND abs(epoch(${time})) <= ${SECONDS_MAX} THEN ${time} END)`
}

/** Formats a time, such as `2024-03-01 08:15`. Midnight is omitted. */
export function timeLabel(seconds: number): string {
  const text = new Date(seconds * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/(:00)?\.000Z$/, '')
  return text.replace(/ 00:00$/, '').replace(/Z$/, '')
}

/** Returns the time `days` after `since` in Plotly’s format. `since` is in seconds since 1970. */
export function momentOf(since: number, days: number): string {
  return new Date(Math.round((since + days * DAY) * 1000)).toISOString().replace('Z', '')
}
