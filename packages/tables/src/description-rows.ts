import { holdsUnits } from './header-patterns.ts'
import { isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import type { TextRecord } from './records.ts'

const VALUE_COLUMNS_MIN = 3

/**
 * Returns the rows below a header that describe the columns, such as the questions of a survey or the second row of
 * names. Like the names, they fill every column, with text in all columns of values, and no cell occurs again in its column.
 */
export function descriptionRows(
  records: readonly TextRecord[],
  { header, first, columns }: { header: number; first: number; columns: readonly number[] },
): string[][] {
  const names = records[header]?.fields ?? []
  if (columns.length < VALUE_COLUMNS_MIN || names.some((name) => name.trim() === '')) return []
  const rows = records.slice(first)
  const isText = (cell = '') => /\p{L}/u.test(cell) && !meansMissing(cell) && !isValue(cell, '.') && !isValue(cell, ',')
  const isDescription = ({ fields }: TextRecord) =>
    fields.length === names.length &&
    fields.every((cell, at) => cell.trim() !== '' && !rows.some((row) => row.fields[at] === cell)) &&
    columns.every((at) => isText(fields[at])) &&
    new Set(fields).size > fields.length / 2 &&
    !holdsUnits(fields)
  const below = records.slice(header + 1, first)
  const end = below.findIndex((record) => !isDescription(record))
  return (end < 0 ? below : below.slice(0, end)).map(({ fields }) => fields)
}
