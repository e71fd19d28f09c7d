import { holdsUnits, isComment, YEAR } from './header-patterns.ts'
import { type Decimal, isValue } from './kinds.ts'
import { meansMissing } from './missing-values.ts'
import type { TextRecord } from './records.ts'

const SETTINGS_MAX = 60
const ROWS_MIN = 3

interface Table {
  /** The columns that contain values. */
  columns: readonly number[]
  decimal: Decimal
}

/**
 * Finds the header below a title, comments and settings that would otherwise be read as a header and its rows:
 *
 *     Report,,                 Date,2024-05-01
 *     Device,XY200,            Sample interval,4e-10
 *     time,value,status        time,voltage
 *     0.1,2.5,ok               0.1,2.5
 *
 * The header has text, or years, in all columns that contain values. In at least one of these columns, the records
 * above the header have text too. Narrow records are exempt: those that start with text, have at most two filled cells,
 * and end before the header does. If no record above the header has a value in these columns, all those records must be
 * narrow, and `areSettings` decides. If the last line of text has a single cell, such as `XYDATA`, there is no header.
 */
export function headerBelowSettings(
  records: readonly TextRecord[],
  { columns, decimal }: Table,
): { first: number; header: number | undefined } | undefined {
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
  const below = (last: number) => {
    const first = records.findIndex((record, at) => at > last && isRow(record))
    const [above, lowest] = [records[last - 1], records[last]]
    if (!lowest || last > SETTINGS_MAX || first < 0 || records.length - first < ROWS_MIN) return undefined
    const header = above && isHeader(above, isName) && holdsUnits(lowest.fields) ? last - 1 : last
    const head = records[header] ?? lowest
    const isNarrow = (record: TextRecord) =>
      countUsed(record) < countUsed(head) && countFilled(record) <= 2 && isText(record.fields[0])
    const others = records.slice(0, header).filter((record) => !isComment(record) && countFilled(record) > 0)
    const isProven =
      from < 0 || from > header
        ? others.every(isNarrow) && areSettings(others, { head, rows: records.slice(first), columns, decimal })
        : columns.length > 1
    if (!isProven) return undefined
    const settings = others.filter((record) => records.indexOf(record) >= from && !isNarrow(record))
    const labeled = [...settings, head]
    if (countFilled(head) === 1) return first === last + 1 ? { labeled, first, header: undefined } : undefined
    const isNamedAbove = others.some((record) => isHeader(record))
    const isFound = isHeader(head) || (isHeader(head, isName) && (header < last || !isNamedAbove))
    return isFound ? { labeled, first, header } : undefined
  }
  // The last line with text is usually the same in all columns. Examining that line once per column would take seconds
  // for 10,000 columns.
  const found = new Map<number, ReturnType<typeof below>>()
  for (const label of columns) {
    const last = records.findLastIndex((record) => !isComment(record) && isText(record.fields[label]))
    if (!found.has(last)) found.set(last, below(last))
    const { labeled = [], first = 0, header } = found.get(last) ?? {}
    const names = labeled.map(({ fields }) => fields[label]?.trim() ?? '')
    const areNames = names.length > 0 && names.every((name) => /\p{L}/u.test(name))
    if (areNames && new Set(names).size === names.length) return { first, header }
  }
  return undefined
}

/**
 * Whether the records above a possible header are settings. They could also be the real header, which lacks its last
 * name, and rows without values. They are settings if the first record has a single cell or contains a value. Several
 * records are also settings if the first column of the table contains values and no cell of the possible header recurs
 * in its column. Always false if the possible header and the first row below it differ in their number of cells.
 */
function areSettings(
  [title, ...others]: readonly TextRecord[],
  { head, rows, columns, decimal }: Table & { head: TextRecord; rows: readonly TextRecord[] },
): boolean {
  if (!title || head.fields.length !== rows[0]?.fields.length) return false
  if (countFilled(title) === 1 || title.fields.some((cell) => isValue(cell, decimal))) return true
  const recurs = head.fields.some((name, at) => name !== '' && rows.some(({ fields }) => fields[at] === name))
  return columns.includes(0) && others.length > 0 && !recurs
}

function countUsed({ fields }: TextRecord): number {
  return fields.findLastIndex((cell) => cell.trim() !== '') + 1
}

function countFilled({ fields }: TextRecord): number {
  return fields.filter((cell) => cell.trim() !== '').length
}
