import { freeName } from '@millrace/tables/free-name'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames, type Table, type TableColumn } from '@millrace/tables/table'
import { textSql } from '#tables/value-text.ts'

export interface Pivot {
  ids: readonly TableColumn[]
  /** The columns whose values become column names. */
  names: readonly TableColumn[]
  /** The combinations of values in the columns `names`, in the order of the new columns. */
  values: readonly (string | null)[][]
  cells: readonly PivotCell[]
}

interface PivotCell {
  column: TableColumn | undefined
  sql: string
  label?: string
}

interface PivotColumn {
  name: string
  cell: PivotCell
  value: readonly (string | null)[]
  /** The indexes of the cell in `cells` and of the value in `values`. */
  at: { cell: number; value: number }
}

/** Returns the new columns of the result, in order. */
export function pivotColumns({ ids, values, cells }: Pivot): PivotColumn[] {
  const taken = new Set(ids.map(({ name }) => name.toLowerCase()))
  return cells.flatMap((cell, cellAt) =>
    values.map((value, valueAt) => {
      const shown = value.map((one) => (one === null || one === '' ? '(empty)' : one)).join(', ')
      const wanted = cell.label ? `${shown} ${cell.label}`.trim() : shown || (cell.column?.name ?? 'rows')
      return { name: freeName(wanted, taken), cell, value, at: { cell: cellAt, value: valueAt } }
    }),
  )
}

/**
 * Returns a query with one row per combination of values in `ids`, and one new column per cell and item of `values`.
 */
export function pivotSql(table: Table, pivot: Pivot): string {
  const { ids, names } = pivot
  const columns = pivotColumns(pivot).map(({ name, cell, value }) => {
    const where = names.map((own, at) => conditionSql(own, value[at] ?? null)).join(' AND ') || 'true'
    return `${measureSql(cell)} FILTER (WHERE ${where}) AS ${sqlName(name)}`
  })
  const group = ids.length > 0 ? `GROUP BY ${sqlNames(ids)} ORDER BY min(${ROW})` : ''
  return `(SELECT ${[...(ids.length > 0 ? [sqlNames(ids)] : []), ...columns].join(', ')} FROM ${table.numbered} ${group})`
}

export function measureSql({ sql, column }: PivotCell): string {
  if (!column) return 'count(*)'
  // Without the cast, the median of a DECIMAL column would be rounded to the scale of the column.
  return `${sql}(${sqlName(column.name)}${sql === 'median' ? '::DOUBLE' : ''})`
}

function conditionSql(column: TableColumn, value: string | null): string {
  const text = textSql(column)
  return value === null ? `${text} IS NULL` : `${text} = ${sqlText(value)}`
}

/** Returns SQL identifiers for new columns. A number is added to names that are already taken. */
export function newNames(wanted: readonly string[], others: readonly TableColumn[]): string[] {
  const taken = new Set(others.map(({ name }) => name.toLowerCase()))
  return wanted.map((name) => sqlName(freeName(name, taken)))
}
