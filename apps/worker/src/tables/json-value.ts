import { sqlName } from '@millrace/tables/sql'
import { finiteValueSql } from './finite-values.ts'

const NESTED = /\[\d*\]$|^(STRUCT|MAP|UNION)\(/

/** Whether values of this engine type are lists, structs, maps or unions. */
export function isNested(type: string): boolean {
  return NESTED.test(type)
}

/** Returns SQL that converts nested values to JSON text, for formats without nested values. */
export function jsonTextSql({ name, type }: { name: string; type: string }): string {
  return `to_json(${jsonValueSql({ name, type })})::VARCHAR`
}

/** Returns SQL for the value of a column as written to a JSON file. */
export function jsonValueSql({ name, type }: { name: string; type: string }): string {
  return finiteValueSql(sqlName(name), type)
}
