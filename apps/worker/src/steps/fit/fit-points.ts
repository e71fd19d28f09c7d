import { sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import type { Fit } from '#statistics/polynomial-fit.ts'

export interface Chosen {
  x: TableColumn
  y: TableColumn
  group: TableColumn | undefined
}

export interface GroupFit {
  value: string | null
  fit: Fit
}

/** The points of one group as a relation with the columns x and y. */
export function pointsSql(table: Table, { x, y, group }: Chosen, value: string | null): string {
  const own = group ? `${sqlName(group.name)}::VARCHAR` : ''
  const where = group ? `WHERE ${value === null ? `${own} IS NULL` : `${own} = ${sqlText(value)}`}` : ''
  const values = `SELECT ${sqlName(x.name)}::DOUBLE AS x, ${sqlName(y.name)}::DOUBLE AS y FROM ${table.view} ${where}`
  return `(SELECT x, y FROM (${values}) WHERE isfinite(x) AND isfinite(y))`
}
