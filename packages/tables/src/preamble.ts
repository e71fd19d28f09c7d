import { holdsUnits, isComment, isRule } from './header-patterns.ts'
import { type Decimal, isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import type { TextRecord } from './records.ts'

const SETTINGS_MAX = 60
const ROWS_MIN = 3
const YEAR = /^(19|20)\d\d$/

interface Table {
  /** The columns that contain values. */
  columns: readonly number[]
  decimal: Decimal
}

/**
 * Finds the header below settings that look like rows because their names are followed by values:
 *
 *     Date,2024-05-01
 *     Sample interval,4e-10
 *     time,voltage
 *     0.1,2.5
 *
 * There must be a column of values in which all records down to the header contain text. Records with fewer columns are
 * exempt. The header contains text, or years, in all columns of values. If the last line of text has a single cell,
 * such as `XYDATA`, there is no header.
 */
export function headerBelowPreamble(
  records: readonly TextRecord[],
  { columns, decimal }: Table,
): { first: number; header: number | undefined } | undefined {
  if (columns.length < 2) return undefined
  const isText = (cell = '') => /\p{L}/u.test(cell) && !meansMissing(cell) && !isValue(cell, decimal)
  const hasValues = ({ fields }: TextRecord) => columns.some((at) => isValue(fields[at] ?? '', decimal))
  const isRow = (record: TextRecord) =>
    !isComment(record) && columns.every((at) => !isText(record.fields[at])) && hasValues(record)
  const isName = (cell: string) => isText(cell) || YEAR.test(cell)
  const isHeader = ({ fields }: TextRecord, fits: (cell: string) => boolean = isText) => {
    const names = columns.map((at) => fields[at]?.trim() ?? '')
    return names.every(fits) && names.some(isText) && new Set(names).size === names.length
  }
  const from = records.findIndex((record) => !isComment(record) && hasValues(record))
  for (const label of columns) {
    const last = records.findLastIndex((record) => !isComment(record) && isText(record.fields[label]))
    const first = records.findIndex((record, at) => at > last && isRow(record))
    if (from < 0 || last < from || last > SETTINGS_MAX || first < 0 || records.length - first < ROWS_MIN) continue
    const [above, head] = [records[last - 1], records[last]]
    if (!head) continue
    const isNarrow = (record: TextRecord) =>
      record.fields.length < head.fields.length && countFilled(record) <= 2 && isText(record.fields[0])
    const settings = records.slice(from, last).filter((record) => !isComment(record) && !isNarrow(record))
    const names = [...settings.filter((record) => !isBlank(record)), head].map(
      ({ fields }) => fields[label]?.trim() ?? '',
    )
    if (!names.every((name) => /\p{L}/u.test(name)) || new Set(names).size < names.length) continue
    if (last > from && above && isHeader(above, isName) && holdsUnits(head.fields)) return { first, header: last - 1 }
    const isAlone = countFilled(head) === 1
    if (isAlone && first === last + 1) return { first, header: undefined }
    if (isAlone) continue
    const isNamedAbove = records.slice(0, last).some((record) => isHeader(record))
    if (isHeader(head) || (isHeader(head, isName) && !isNamedAbove)) return { first, header: last }
  }
  return undefined
}

/**
 * Finds the header below settings whose lines are padded with delimiters to the width of the table, as Excel saves them:
 *
 *     Report,,
 *     Device,XY200,
 *     time,value,status
 *     0.1,2.5,ok
 *
 * There must be at least two lines above the header, all without a cell in the last column that is used. The
 * header contains distinct text in all columns, no cell of it occurs again in its column, and only units or rows
 * without values may precede the first row of values.
 */
export function headerBelowPadding(
  records: readonly TextRecord[],
  { columns, decimal, first }: Table & { first: number },
): { header: number } | undefined {
  const rows = records.slice(first)
  const width = Math.max(...records.filter((record) => !isComment(record)).map(countUsed))
  const header = records.findIndex(
    (record, at) => at < first && !isComment(record) && countUsed(record) === width && countFilled(record) === width,
  )
  const names = records[header]?.fields.slice(0, width).map((cell) => cell.trim())
  if (!names || header < 2 || header > SETTINGS_MAX || rows.length < ROWS_MIN) return undefined
  const isName = (cell: string) => /\p{L}/u.test(cell) && !meansMissing(cell) && !isValue(cell, decimal)
  if (!names.every(isName) || new Set(names).size < names.length || holdsUnits(names)) return undefined
  const above = records.slice(0, header).filter((record) => !isComment(record) && !isBlank(record))
  const isPadded = ({ fields }: TextRecord) => fields[0]?.trim() !== '' && (fields[width - 1] ?? '').trim() === ''
  if (above.length < 2 || !above.every(isPadded)) return undefined
  const labels = [...above.map(({ fields }) => fields[0]?.trim()), names[0]]
  if (new Set(labels).size < labels.length) return undefined
  const isWithoutValues = ({ fields }: TextRecord) => columns.every((at) => meansMissing(fields[at] ?? ''))
  const between = records.slice(header + 1, first)
  if (!between.every((record) => isRule(record) || holdsUnits(record.fields) || isWithoutValues(record)))
    return undefined
  const isRepeated = rows.some(({ fields }) => names.some((name, at) => fields[at]?.trim() === name))
  return isRepeated ? undefined : { header }
}

/** Counts the cells of a record up to the last one that is not empty. */
function countUsed({ fields }: TextRecord): number {
  return fields.findLastIndex((cell) => cell.trim() !== '') + 1
}

function countFilled({ fields }: TextRecord): number {
  return fields.filter((cell) => cell.trim() !== '').length
}

function isBlank(record: TextRecord): boolean {
  return countFilled(record) === 0
}
