import type { Engine } from './engine.ts'
import { plural, quoted } from './sentences.ts'
import { sqlName } from './sql.ts'
import type { TextPanel } from './table.ts'
import { withoutRows } from './text-panels.ts'
import type { TypedColumn } from './type-columns.ts'

/** The lines below a table that were left out. */
export interface Footer {
  rows: number
  /** Row number of the first line. */
  first: number
  notes: string[]
}

interface Line {
  row: number
  text: string
  /** Number of cells with text. */
  filled: number
  /** Whether the line has a number or a time in a column of numbers or times. */
  hasValue: boolean
}

export const FOOTER_LINES_MAX = 50
export const NO_FOOTER: Footer = { rows: 0, first: Number.POSITIVE_INFINITY, notes: [] }
const RULE = /^\s*[-_=+*|]{4,}\s*$/
const PHRASE = /\S\s+\S|^\(/

/**
 * Drops the lines below a table, such as `(28 rows)` or the settings of an instrument. Each line has at most one cell
 * or, in a table of more than three columns, two. No line has a number or time in a column of numbers or times. The
 * first line is a ruled line or, if the first column has numbers or times, a phrase. Lines that may be rows, such as a
 * single word, are kept.
 */
export async function dropFooter(engine: Engine, panel: TextPanel, columns: readonly TypedColumn[]): Promise<Footer> {
  const { texts, names, rowSql } = panel
  const [column] = columns
  if (!column || names.length < 2) return NO_FOOTER
  const last = await lastLines(engine, panel, columns)
  const wide = last.findLastIndex(({ filled }) => filled > (names.length > 3 ? 2 : 1))
  if (wide < 0) return NO_FOOTER
  const lines = footerLines(last.slice(wide + 1), column.mismatches !== undefined)
  const [first] = lines
  if (!first || first.row <= lines.length) return NO_FOOTER
  const found = `${texts}_footer`
  await engine.store(found, `SELECT ${rowSql} AS n FROM ${texts} WHERE ${rowSql} >= ${first.row}`, { columns: 1 })
  await withoutRows(engine, panel, found)
  await engine.drop(found)
  return { rows: lines.length, first: first.row, notes: [footerNote(lines)] }
}

/** Returns the last lines, one more than a footer may have. The limit keeps the query fast in a table of any length. */
async function lastLines(
  engine: Engine,
  { texts, names, rowSql }: TextPanel,
  columns: readonly TypedColumn[],
): Promise<Line[]> {
  const { last } = await engine.row<{ last: number }>(`SELECT coalesce(max(${rowSql}), 0) AS last FROM ${texts}`)
  const cells = `list_filter([${names.map(sqlName).join(', ')}], lambda cell: trim(cell) <> '')`
  const values = columns.flatMap(({ kind, sql, mismatches }) => {
    const isTyped = kind === 'number' || kind === 'time'
    return isTyped || mismatches ? [`(${mismatches?.sql ?? sql}) IS NOT NULL`] : []
  })
  return engine.rows<Line>(
    `SELECT ${rowSql} AS row, coalesce(${sqlName(names[0] ?? '')}, '') AS text, len(${cells}) AS filled,
     ${values.join(' OR ') || 'false'} AS "hasValue"
     FROM ${texts} WHERE ${rowSql} >= ${last - FOOTER_LINES_MAX} ORDER BY 1`,
  )
}

/** Returns the lines at the end that cannot be rows, as many as possible. */
function footerLines(lines: readonly Line[], mayBePhrases: boolean): Line[] {
  const start = lines.findIndex((line, at) => {
    const below = lines.slice(at)
    if (line.filled > 1 || below.some(({ hasValue }) => hasValue)) return false
    return RULE.test(line.text) || (mayBePhrases && isPhrase(line) && below.every(isPhraseOrSetting))
  })
  return start < 0 ? [] : lines.slice(start)
}

function isPhrase({ text }: Line): boolean {
  return PHRASE.test(text.trim())
}

function isPhraseOrSetting(line: Line): boolean {
  return isPhrase(line) || RULE.test(line.text) || (line.filled > 1 && line.text.trim() !== '')
}

function footerNote(lines: readonly Line[]): string {
  const example = lines.find(({ text }) => !RULE.test(text))
  const were = lines.length === 1 ? 'was' : 'were'
  const such = example ? `, such as ${quoted(example.text.trim())}` : ''
  return `${plural(lines.length, 'line')} below the table ${were} left out${such}.`
}
