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
  /** Whether the line has a number or a time in a column of numbers or times. */
  hasValue: boolean
}

export const NO_FOOTER: Footer = { rows: 0, first: Number.POSITIVE_INFINITY, notes: [] }
const LINES_MAX = 50
const RULE = /^\s*[-_=+*|]{4,}\s*$/

/**
 * Drops the lines below a table, such as `(28 rows)` or the settings of an instrument. They have at most one cell or, in
 * a table of more than three columns, two. No cell is a value like those above, and either a ruled line separates them
 * from the table, or they start with text below numbers or times.
 */
export async function dropFooter(engine: Engine, panel: TextPanel, columns: readonly TypedColumn[]): Promise<Footer> {
  const { texts, names, rowSql } = panel
  const [column] = columns
  if (!column || names.length < 2) return NO_FOOTER
  const cells = `list_filter([${names.map(sqlName).join(', ')}], lambda cell: trim(cell) <> '')`
  const last = `SELECT coalesce(max(${rowSql}), 0) FROM ${texts} WHERE len(${cells}) > ${names.length > 3 ? 2 : 1}`
  const below = `${rowSql} > (${last})`
  const values = columns.flatMap(({ kind, sql, mismatches }) => {
    const isTyped = kind === 'number' || kind === 'time'
    return isTyped || mismatches ? [`(${mismatches?.sql ?? sql}) IS NOT NULL`] : []
  })
  const lines = await engine.rows<Line>(
    `SELECT ${rowSql} AS row, coalesce(${sqlName(column.name)}, '') AS text, ${values.join(' OR ') || 'false'} AS "hasValue"
     FROM ${texts} WHERE ${below} ORDER BY 1 LIMIT ${LINES_MAX + 1}`,
  )
  const [first] = lines
  if (!first || first.row <= lines.length || lines.length > LINES_MAX) return NO_FOOTER
  const areRemarks = column.mismatches && lines.every(({ text }) => text.trim() !== '') && lines.some(isRemark)
  if (lines.some(({ hasValue }) => hasValue) || !(areRemarks || RULE.test(first.text))) return NO_FOOTER
  const found = `${texts}_footer`
  await engine.store(found, `SELECT ${rowSql} AS n FROM ${texts} WHERE ${below}`, { columns: 1 })
  await withoutRows(engine, panel, found)
  await engine.drop(found)
  return { rows: lines.length, first: first.row, notes: [footerNote(lines)] }
}

/** A single word with digits may be an identifier. */
function isRemark({ text }: Line): boolean {
  return !/\d/.test(text) || /\S\s+\S/.test(text)
}

function footerNote(lines: readonly Line[]): string {
  const example = lines.find(({ text }) => !RULE.test(text))
  const were = lines.length === 1 ? 'was' : 'were'
  const such = example ? `, such as ${quoted(example.text.trim())}` : ''
  return `${plural(lines.length, 'line')} below the table ${were} left out${such}.`
}
