import type { Engine } from '@millrace/tables/engine'
import type { Table, TableColumn } from '@millrace/tables/table'
import { type ColumnProfile, profileColumns } from './column-profile.ts'

/**
 * Number of columns that are profiled together in small tables. Each column needs memory for distinct values and
 * quantiles, so columns of larger tables are profiled one by one.
 */
const COLUMNS_TOGETHER = 8
const TOGETHER_ROWS_MAX = 50_000

export async function profileAll(
  engine: Engine,
  table: Table,
  { columns, progress }: { columns: readonly TableColumn[]; progress: (share: number) => void },
): Promise<ColumnProfile[]> {
  const profiles: ColumnProfile[] = []
  const together = table.rows > TOGETHER_ROWS_MAX ? 1 : COLUMNS_TOGETHER
  for (let from = 0; from < columns.length; from += together) {
    profiles.push(...(await profileColumns(engine, table, columns.slice(from, from + together))))
    progress(profiles.length / (columns.length + 1))
  }
  return profiles
}
