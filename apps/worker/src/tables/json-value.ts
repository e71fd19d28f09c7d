import { sqlName } from '@millrace/tables/sql'

/** SQL for the value of a column in a JSON file. JSON has no infinite numbers. */
export function jsonValueSql({ name, type }: { name: string; type: string }): string {
  const value = sqlName(name)
  return /^(DOUBLE|FLOAT)$/.test(type) ? `CASE WHEN isfinite(${value}) THEN ${value} END` : value
}
