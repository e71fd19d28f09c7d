import { count, plural } from '@millrace/tables/sentences'

/**
 * One kind of change and how often it occurred. Together, the changes account for every difference between the table in
 * the file and the cleaned table:
 * - cells: `missing values`, `stray cells` and removed `outliers` were emptied, `filled gaps` were filled, and
 *   `trimmed` text was shortened. A removed outlier that is filled afterwards is counted in both changes.
 * - rows: `unreadable rows`, `empty rows` and `duplicate rows` were dropped; `missing times` were added.
 * - columns: `empty columns` were dropped, and `renamed columns` kept their position. If outliers are flagged, each
 *   column that was searched for them has a flag column, even if it has no outliers.
 * - order: `sorted rows` counts rows that have a time, although the row above has a later one or none. Without this
 *   change, rows have the order of the file.
 */
export interface Change {
  what:
    | 'missing values'
    | 'stray cells'
    | 'trimmed'
    | 'outliers'
    | 'filled gaps'
    | 'unreadable rows'
    | 'empty rows'
    | 'duplicate rows'
    | 'missing times'
    | 'sorted rows'
    | 'empty columns'
    | 'renamed columns'
  column?: string
  count: number
  sentence: string
  first?: { row?: number; time?: string; series?: string; from: string | number | null; to: string | number | null }[]
}

/** Maximum number of examples per change. */
export const EXAMPLES = 50

export interface CleanReport {
  input: string
  format: string
  rowsBefore: number
  rowsAfter: number
  columnsBefore: string[]
  columnsAfter: string[]
  changes: Change[]
  notes: string[]
}

export function reportLines({ rowsBefore, rowsAfter, changes }: CleanReport): string[] {
  const size =
    rowsBefore === rowsAfter
      ? plural(rowsAfter, 'row')
      : `${plural(rowsBefore, 'row')} before, ${count(rowsAfter)} after`
  if (changes.length === 0) return [`No changes were needed (${size}).`]
  return [...changes.map((change) => change.sentence), `Cleaned: ${size}.`]
}
