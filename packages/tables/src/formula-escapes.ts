/*
 * Spreadsheet programs run the text of a CSV cell as a formula if it starts with one of the characters below, even in a
 * file from an untrusted source. An apostrophe prevents this. Single characters such as “-” and numbers such as -5 are
 * not formulas. In column names, numbers get an apostrophe too. Formulas that already start with apostrophes get
 * another one, so that reading removes exactly what writing added.
 *
 * Some programs write text as a formula, such as `="00123"`, so that spreadsheets do not read the text as a number.
 */
const FORMULA = /^'*[=+\-@\t\r].+/s
const FORMULA_SQL = String.raw`'''*[=+\-@\t\r].+'`
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/
const TEXT_FORMULA_SQL = `'="([^"]|"")*"'`

/** Escapes the name of a column for a CSV file. */
export function escapedName(name: string): string {
  return FORMULA.test(name) ? `'${name}` : name
}

/** Removes the escaping apostrophe, or the formula around the text, from the name of a column in a CSV file. */
export function unescapedName(name: string): string {
  const [, text] = TEXT_FORMULA.exec(name) ?? []
  if (text !== undefined) return text.replaceAll('""', '"')
  return name.startsWith("'") && FORMULA.test(name.slice(1)) ? name.slice(1) : name
}

/** Returns SQL for text escaped for a CSV file. */
export function escapedSql(text: string): string {
  return `CASE WHEN ${isFormulaSql(text)} THEN concat('''', ${text}) ELSE ${text} END`
}

/** Returns SQL for the text of a CSV cell without its escaping apostrophe or the formula around it. */
export function unescapedSql(cell: string): string {
  const inside = `replace(substr(${cell}, 3, length(${cell}) - 3), '""', '"')`
  return `CASE WHEN ${isEscapedSql(cell)} THEN if(starts_with(${cell}, '='), ${inside}, substr(${cell}, 2)) ELSE ${cell} END`
}

/**
 * Returns SQL that is true for a cell with an apostrophe before a formula, or with a formula around text. Checks the
 * first characters first, so few cells reach the slow patterns.
 */
export function isEscapedSql(cell: string): string {
  return `CASE WHEN starts_with(${cell}, '''') THEN ${isFormulaSql(`substr(${cell}, 2)`)}
    WHEN starts_with(${cell}, '="') THEN regexp_full_match(${cell}, ${TEXT_FORMULA_SQL}, 's') ELSE false END`
}

function isFormulaSql(text: string): string {
  return `regexp_full_match(${text}, ${FORMULA_SQL}, 's') AND TRY_CAST(ltrim(${text}, '''') AS DOUBLE) IS NULL`
}
