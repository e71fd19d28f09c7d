import { hasZone } from '@millrace/tables/parquet-columns'
import { sqlName } from '@millrace/tables/sql'
import { withOffsetSql } from './write-table.ts'

/** Returns SQL for a column’s values as in CSV results, such as `2024-03-01 08:00:00+00:00` for a time in UTC. */
export function textSql({ name, type }: { name: string; type: string }, table?: string): string {
  const value = `${table === undefined ? '' : `${table}.`}${sqlName(name)}`
  return hasZone({ type }) ? withOffsetSql(value, 'UTC') : `${value}::VARCHAR`
}
