import type { Engine } from '@millrace/tables/engine'
import { sqlNames, type Table } from '@millrace/tables/table'

/**
 * Returns a table whose numbered view is the query `sql`, which reads the numbered view of another table. The names of
 * the views start with `prefix`.
 */
export async function derivedTable(
  engine: Engine,
  { parts: _parts, parquet: _parquet, ...table }: Table,
  { prefix, sql, columns = table.columns }: { prefix: string; sql: string; columns?: Table['columns'] },
): Promise<Table> {
  const [numbered, view] = [`${prefix}_${table.numbered}`, `${prefix}_${table.view}`]
  await engine.run(`CREATE VIEW ${numbered} AS ${sql}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(columns)} FROM ${numbered}`)
  return { ...table, columns, numbered, view }
}
