import { isComment } from './header-patterns.ts'
import { isValue } from './kinds.ts'
import type { TextRecord } from './records.ts'

/** A header that spans several rows. */
export interface LeveledHeader {
  names: string[]
  /** The positions of the first header row and of the first row below the header. */
  header: number
  first: number
  joinedRows: number
}

const LINES_MAX = 20

/**
 * Returns the header that pandas writes for columns with several levels, as after grouping or pivoting:
 *
 *     ,temp,temp,rain,rain     upper levels; spreadsheets contain each name only once
 *     ,mean,max,mean,max       the last level, with a name for each column
 *     site,,,,                 only the names of the row labels, or a blank row
 *
 * The names become `site`, `temp mean`, `temp max`, `rain mean` and `rain max`. Undefined for any other header.
 */
export function leveledHeader(records: readonly TextRecord[], width: number): LeveledHeader | undefined {
  const rows = records.slice(0, LINES_MAX).map(({ fields }) => cellsOf(fields, width))
  for (let at = 2; at < rows.length; at += 1) {
    if (records[at + 1] === undefined) return undefined
    const found = headerAbove(rows, at)
    if (found && !records.slice(found.header, at).some(isComment)) return found
  }
  return undefined
}

function cellsOf(fields: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => fields[at]?.trim() ?? '')
}

/**
 * Returns the header whose last row is `rows[at]`. That row contains names of row labels, or is blank. Undefined if
 * there is no such header.
 */
function headerAbove(rows: readonly string[][], at: number): LeveledHeader | undefined {
  const [labels = [], last = []] = [rows[at], rows[at - 1]]
  const labelCount = countFilled(labels) || last.findIndex((cell) => cell !== '')
  const isOfLabels = labels.slice(labelCount).every((cell) => cell === '') && !labels.some(isValueCell)
  if (labelCount < 1 || last.length - labelCount < 2 || !isOfLabels) return undefined
  const levels = levelsAbove(rows.slice(0, at), labelCount)
  const above = rows[at - levels.length - 1]
  // Below a header that names all columns, rows that look like levels are data rows.
  if (levels.length < 2 || levels.at(-1)?.includes('') !== false || above?.includes('') === false) return undefined
  const columns = last.slice(labelCount).map((_, column) => levels.map((level) => filledTo(level, column)).join(' '))
  if (new Set(columns).size < columns.length) return undefined
  const joinedRows = levels.length + (labels[0] === '' ? 0 : 1)
  return { names: [...labels.slice(0, labelCount), ...columns], header: at - levels.length, first: at + 1, joinedRows }
}

function countFilled(cells: readonly string[]): number {
  const empty = cells.indexOf('')
  return empty < 0 ? cells.length : empty
}

/** Returns the levels directly above a row, from the top, without the cells above the row labels. */
function levelsAbove(rows: readonly string[][], labelCount: number): string[][] {
  const isLevel = (cells: readonly string[], at: number) => {
    const own = cells.slice(labelCount)
    const isLast = at === rows.length - 1
    const names = own.filter((cell) => cell !== '')
    const isUpper = !names.some(isValueCell) && (names.length < own.length || new Set(names).size < names.length)
    return cells.slice(0, labelCount - 1).every((cell) => cell === '') && own[0] !== '' && (isLast || isUpper)
  }
  const from = rows.findLastIndex((cells, at) => !isLevel(cells, at)) + 1
  return rows.slice(from).map((cells) => cells.slice(labelCount))
}

/** Returns the name above a column: its own cell or, as for merged cells, the nearest filled cell to the left. */
function filledTo(level: readonly string[], column: number): string {
  return level.slice(0, column + 1).findLast((cell) => cell !== '') ?? ''
}

function isValueCell(cell: string): boolean {
  return isValue(cell, '.') || isValue(cell, ',')
}
