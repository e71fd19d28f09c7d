import { sqlName } from '@millrace/tables/sql'
import { kindOfType } from '@millrace/tables/table'
import { isNested, jsonTextSql } from './json-value.ts'

/*
 * Spreadsheet programs run the text of a CSV cell as a formula if it starts with one of these characters, even if it came
 * from a stranger. An apostrophe prevents it. Numbers such as -5 and single characters such as “-” are not formulas.
 */
const FORMULA = /^[=+\-@\t\r].+/s
const FORMULA_SQL = String.raw`'[=+\-@\t\r].+'`

/** The name of a column in a CSV file. */
export function safeName(name: string): string {
  return FORMULA.test(name) ? `'${name}` : name
}

/** SQL for the values of a column of a CSV file. An apostrophe keeps a spreadsheet from running text as a formula. */
export function safeValueSql({ name, type }: { name: string; type: string }): string {
  const value = sqlName(name)
  if (isNested(type)) return jsonTextSql({ name, type })
  if (kindOfType(type) !== 'text' || type === 'UUID') return value
  const text = `${value}::VARCHAR`
  const runs = `regexp_full_match(${text}, ${FORMULA_SQL}, 's') AND TRY_CAST(${text} AS DOUBLE) IS NULL`
  return `CASE WHEN ${runs} THEN concat('''', ${text}) ELSE ${text} END`
}
