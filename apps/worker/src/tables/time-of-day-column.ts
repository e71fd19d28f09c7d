import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sourceOf, type Table, type TableColumn } from '@millrace/tables/table'
import { type DateAndTime, findDateAndTime, momentSql } from '@millrace/tables/time-of-day-column'
import { derivedTable } from './derived-table.ts'

/** Finds a column of dates and a column of their times of day. Undefined unless there is exactly one such pair. */
export async function dateAndTime(engine: Engine, table: Table): Promise<DateAndTime<TableColumn> | undefined> {
  const columns = table.columns.map((column) => {
    return { ...column, column, cell: sqlName(column.name), from: sourceOf(table, [column]) }
  })
  const pair = await findDateAndTime(engine, columns)
  return pair && { date: pair.date.column, timeOfDay: pair.timeOfDay.column }
}

/**
 * Returns the table with date and time of day combined in the date column. The column of the times of day is dropped.
 * The combined time is empty in rows without a time of day.
 */
export async function withMoments(
  engine: Engine,
  table: Table,
  { date, timeOfDay }: DateAndTime<TableColumn>,
): Promise<Table> {
  const moment: TableColumn = { name: date.name, kind: 'time', type: 'TIMESTAMP' }
  const columns = table.columns.flatMap((column) => (column === timeOfDay ? [] : [column === date ? moment : column]))
  const asCell = ({ name, type }: TableColumn) => ({ type, cell: sqlName(name) })
  const value = momentSql({ date: asCell(date), timeOfDay: asCell(timeOfDay) })
  const values = columns.map((column) =>
    column === moment ? `${value} AS ${sqlName(date.name)}` : sqlName(column.name),
  )
  const sql = `SELECT ${[ROW, ...values].join(', ')} FROM ${table.numbered}`
  return derivedTable(engine, table, { prefix: 'timed', sql, columns })
}
