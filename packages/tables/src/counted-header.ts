import type { TextRecord } from './records.ts'

const WIDTH_MIN = 4

/**
 * Returns the position of a header that counts its columns below settings, as in files of plate readers:
 *
 *     Mode;Absorbance;;
 *     Cycle Nr.;1;2;3
 *     Time [s];0;300,1;600,2
 *
 * Undefined if a line above has a cell in the last column, because the counting line may then be a row.
 */
export function countedHeader(records: readonly TextRecord[], width: number): number | undefined {
  if (width < WIDTH_MIN) return undefined
  const at = records.findIndex(({ fields }) => (fields[width - 1] ?? '').trim() !== '')
  const [name = '', ...counts] = records[at]?.fields ?? []
  const isCounted = counts.length === width - 1 && counts.every((cell, index) => cell.trim() === String(index + 1))
  return at > 0 && isCounted && /^\s*\D/.test(name) && records.length > at + 1 ? at : undefined
}
