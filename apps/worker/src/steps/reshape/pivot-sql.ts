import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames, type Table, type TableColumn } from '@millrace/tables/table'

interface Pivot {
  /** The columns that identify a row of the result. */
  ids: readonly TableColumn[]
  /** The columns whose values become columns. */
  names: readonly TableColumn[]
  /** The values of these columns, in order. */
  values: readonly (string | null)[][]
  /** What is computed for each cell. */
  cells: readonly { column: TableColumn | undefined; sql: string; label?: string }[]
}

/** A query that turns rows into columns: one row per id, one column per name and measure. */
export function pivotSql(table: Table, { ids, names, values, cells }: Pivot): string {
  const taken = new Set(ids.map(({ name }) => name.toLowerCase()))
  const columns = cells.flatMap(({ column, sql, label }) =>
    values.map((value) => {
      const shown = value.map((one) => (one === null || one === '' ? '(empty)' : one)).join(', ')
      const name = freeName(label ? `${shown} ${label}`.trim() : shown || (column?.name ?? 'rows'), taken)
      const where = names.map((own, at) => conditionSql(own, value[at] ?? null)).join(' AND ') || 'true'
      return `${measureSql(sql, column)} FILTER (WHERE ${where}) AS ${sqlName(name)}`
    }),
  )
  const group = ids.length > 0 ? `GROUP BY ${sqlNames(ids)} ORDER BY min(${ROW})` : ''
  return `(SELECT ${[...(ids.length > 0 ? [sqlNames(ids)] : []), ...columns].join(', ')} FROM ${table.numbered} ${group})`
}

function measureSql(sql: string, column: TableColumn | undefined): string {
  if (!column) return 'count(*)'
  return sql === 'first' ? `arg_min(${sqlName(column.name)}, ${ROW})` : `${sql}(${sqlName(column.name)})`
}

function conditionSql({ name }: TableColumn, value: string | null): string {
  const text = `${sqlName(name)}::VARCHAR`
  return value === null ? `${text} IS NULL` : `${text} = ${sqlText(value)}`
}

function freeName(wanted: string, taken: Set<string>): string {
  let free = wanted
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${wanted} (${n})`
  taken.add(free.toLowerCase())
  return free
}

/** Names for new columns, as SQL. Names that other columns have get a number. */
export function newNames(wanted: readonly string[], others: readonly TableColumn[]): string[] {
  const taken = new Set(others.map(({ name }) => name.toLowerCase()))
  return wanted.map((name) => sqlName(freeName(name, taken)))
}
