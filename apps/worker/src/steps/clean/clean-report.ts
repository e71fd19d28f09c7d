import { count, plural } from '@millrace/tables/sentences'

/**
 * One kind of change and how often it was made. Together the changes account for every difference between the table as
 * it was in the file and the cleaned one:
 * - cells: `missing values`, `stray cells`, `outliers` (removed) empty them, `filled gaps` fills them, `trimmed` shortens
 *   texts. A removed outlier that is filled afterwards appears under both.
 * - rows: `unreadable rows`, `empty rows`, `duplicate rows` leave; `missing times` are added.
 * - columns: `empty columns` leave, `outliers` (flagged) add one each, `renamed columns` keep their place.
 * - order: `sorted rows` counts rows that came before the row above them; without it the order is that of the file.
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
  /** For people. */
  sentence: string
  first?: { row?: number; time?: string; series?: string; from: string | number | null; to: string | number | null }[]
}

/** How many examples of a change the report lists. */
export const EXAMPLES = 50

export interface CleanReport {
  input: string
  recognised: string
  rowsBefore: number
  rowsAfter: number
  columnsBefore: string[]
  columnsAfter: string[]
  changes: Change[]
  notes: string[]
}

/** The report in words, one line per change. */
export function reportLines({ rowsBefore, rowsAfter, changes }: CleanReport): string[] {
  const size =
    rowsBefore === rowsAfter
      ? plural(rowsAfter, 'row')
      : `${plural(rowsBefore, 'row')} before, ${count(rowsAfter)} after`
  if (changes.length === 0) return [`No changes were needed: ${size}.`]
  return [...changes.map((change) => change.sentence), `Cleaned: ${size}.`]
}
