import { count, plural } from '@millrace/tables/sentences'

/** One kind of change, what was changed how often, and the first cases. */
export interface Change {
  what: string
  column?: string
  count: number
  /** For people. */
  sentence: string
  first?: { row?: number; time?: string; series?: string; from: string | number | null; to: string | number | null }[]
}

/** How many cases of a change are kept as examples. */
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
  if (changes.length === 0) return [`Nothing had to be changed: ${size}.`]
  return [...changes.map((change) => change.sentence), `Cleaned: ${size}.`]
}
