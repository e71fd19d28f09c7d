import { hasZone } from '@millrace/tables/parquet-columns'
import { sqlName } from '@millrace/tables/sql'
import { withOffsetSql } from './write-table.ts'

/**
 * Returns SQL for the values of a column as text, as in CSV results. A time with a UTC offset becomes `2024-03-01
 * 08:00:00+00:00`.
 */
export function textSql({ name, type }: { name: string; type: string }, table?: string): string {
  const value = `${table === undefined ? '' : `${table}.`}${sqlName(name)}`
  return hasZone({ type }) ? withOffsetSql(value, 'UTC') : `${value}::VARCHAR`
}
