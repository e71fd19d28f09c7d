import { sqlName } from '@millrace/tables/sql'
import { kindOfType } from '@millrace/tables/table'

/*
 * Spreadsheet programs run the text of a CSV cell as a formula if it starts with one of these characters, even if it came
 * from a stranger. An apostrophe prevents it. Numbers such as -5 and single characters such as “-” are not formulas.
 */
const FORMULA = /^[=+\-@\t\r].+/s
const FORMULA_SQL = String.raw`'[=+\-@\t\r].+'`

export const FORMULA_NAMES =
  'Some column names start like a formula. Rename those columns before you open the file in a spreadsheet.'

export function isFormula(text: string): boolean {
  return FORMULA.test(text)
}

/** SQL for a column of a CSV file. An apostrophe keeps a spreadsheet from running text as a formula. */
export function safeCellSql({ name, type }: { name: string; type: string }): string {
  const value = sqlName(name)
  if (kindOfType(type) !== 'text' || type === 'UUID') return value
  const text = `${value}::VARCHAR`
  const runs = `regexp_full_match(${text}, ${FORMULA_SQL}, 's') AND TRY_CAST(${text} AS DOUBLE) IS NULL`
  return `CASE WHEN ${runs} THEN concat('''', ${text}) ELSE ${text} END AS ${value}`
}
