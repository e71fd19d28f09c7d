/*
 * Spreadsheet programs run the text of a CSV cell as a formula if it starts with one of these characters, even if it came
 * from a stranger. An apostrophe prevents it. Numbers such as -5 and single characters such as “-” are not formulas.
 * Formulas that already have apostrophes get one more, so that reading takes away exactly what writing added.
 */
const FORMULA = /^'*[=+\-@\t\r].+/s
const FORMULA_SQL = String.raw`'''*[=+\-@\t\r].+'`

/** The name of a column in a CSV file. */
export function escapedName(name: string): string {
  return FORMULA.test(name) ? `'${name}` : name
}

/** The name of a column of a CSV file, without the apostrophe. */
export function unescapedName(name: string): string {
  return name.startsWith("'") && FORMULA.test(name.slice(1)) ? name.slice(1) : name
}

/** SQL for a text in a CSV file. */
export function escapedSql(text: string): string {
  return `CASE WHEN ${isFormulaSql(text)} THEN concat('''', ${text}) ELSE ${text} END`
}

/** SQL for the text of a cell of a CSV file, without the apostrophe. */
export function unescapedSql(cell: string): string {
  return `CASE WHEN ${isEscapedSql(cell)} THEN substr(${cell}, 2) ELSE ${cell} END`
}

/** SQL that is true for a cell with an apostrophe before a formula. Few cells start with one, so hardly any is matched with the pattern. */
export function isEscapedSql(cell: string): string {
  return `CASE WHEN starts_with(${cell}, '''') THEN ${isFormulaSql(`substr(${cell}, 2)`)} ELSE false END`
}

function isFormulaSql(text: string): string {
  return `regexp_full_match(${text}, ${FORMULA_SQL}, 's') AND TRY_CAST(ltrim(${text}, '''') AS DOUBLE) IS NULL`
}
