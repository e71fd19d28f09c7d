import type { TextRecord } from './records.ts'

const WIDTH_MIN = 4

/**
 * Returns the index of a header row that numbers the columns and follows settings, as in files of plate readers:
 *
 *     Mode;Absorbance;;
 *     Cycle Nr.;1;2;3
 *     Time [s];0;300,1;600,2
 *
 * Undefined if a line above has a cell in the last column, because the numbered line may then be a data row.
 */
export function countedHeader(records: readonly TextRecord[], width: number): number | undefined {
  if (width < WIDTH_MIN) return undefined
  const at = records.findIndex(({ fields }) => (fields[width - 1] ?? '').trim() !== '')
  const [name = '', ...counts] = records[at]?.fields ?? []
  const isCounted = counts.length === width - 1 && counts.every((cell, index) => cell.trim() === String(index + 1))
  return at > 0 && isCounted && /^\s*\D/.test(name) && records.length > at + 1 ? at : undefined
}
