import { holdsUnits } from './header-patterns.ts'
import { isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import type { TextRecord } from './records.ts'

const VALUE_COLUMNS_MIN = 3
/** Results that are too low to be quantified. */
const NOT_DETECTED = /^(<.*|n\.?d\.?|bdl|bql|lod|loq)$/i

/**
 * Returns the rows below a header that describe the columns, such as the questions of a survey or a second row of
 * names. These rows have a cell in every column, text in all columns of values, and no cell that occurs again in its
 * column. If the names above are unique, at least half of the cells must be phrases, long words, or repetitions of the
 * name above.
 */
export function descriptionRows(
  records: readonly TextRecord[],
  { header, first, columns }: { header: number; first: number; columns: readonly number[] },
): string[][] {
  const names = records[header]?.fields ?? []
  if (columns.length < VALUE_COLUMNS_MIN || names.some((name) => name.trim() === '')) return []
  const rows = records.slice(first)
  const isText = (cell = '') =>
    /\p{L}/u.test(cell) &&
    !meansMissing(cell) &&
    !NOT_DETECTED.test(cell.trim()) &&
    !isValue(cell, '.') &&
    !isValue(cell, ',')
  const areUnique = new Set(names).size === names.length
  const describes = (cell: string, at: number) =>
    /\S\s+\S/.test(cell) ||
    cell.replace(/\P{L}/gu, '').length > 6 ||
    cell.trim().toLowerCase() === names[at]?.trim().toLowerCase()
  const isDescription = ({ fields }: TextRecord) =>
    fields.length === names.length &&
    fields.every((cell, at) => cell.trim() !== '' && !rows.some((row) => row.fields[at] === cell)) &&
    columns.every((at) => isText(fields[at])) &&
    new Set(fields).size > fields.length / 2 &&
    (!areUnique || fields.filter(describes).length >= fields.length / 2) &&
    !holdsUnits(fields)
  const below = records.slice(header + 1, first)
  const end = below.findIndex((record) => !isDescription(record))
  return (end < 0 ? below : below.slice(0, end)).map(({ fields }) => fields)
}
