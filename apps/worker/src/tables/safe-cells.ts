import { escapedSql } from '@millrace/tables/formula-escapes'
import { sqlName } from '@millrace/tables/sql'
import { kindOfType } from '@millrace/tables/table'
import { isNested, jsonTextSql } from './json-value.ts'

/**
 * Returns SQL for the values of a column in a CSV file. An apostrophe precedes text that a spreadsheet would run as a
 * formula.
 */
export function safeValueSql({ name, type }: { name: string; type: string }): string {
  const value = sqlName(name)
  if (isNested(type)) return jsonTextSql({ name, type })
  if (kindOfType(type) !== 'text' || type === 'UUID') return value
  return escapedSql(`${value}::VARCHAR`)
}
