import type { PreviewCell, PreviewColumn, TablePreviewProperties } from '@millrace/contracts/previews'
import { timeFormat } from '../mini/time-format.ts'
import { type CellFormat, columnFormats } from '../table/number-format.ts'

const ROWS_SHOWN = 8
const COLUMNS_SHOWN = 8
const ISO_TIME = /^(\d{4}-\d\d-\d\d)T(?=\d\d:\d\d)/
/** Cells that count as empty, including the empty arrays and objects of JSON files. */
const NOTHING = new Set<PreviewCell | undefined>([null, undefined, '', '[]', '{}'])

interface ReportTable {
  columns: PreviewColumn[]
  rows: string[][]
}

/**
 * Returns the first rows of a table, limited to the first columns that aren't empty in these rows. Numbers and times
 * are formatted.
 */
export function reportTable({ Columns, Rows }: Pick<TablePreviewProperties, 'Columns' | 'Rows'>): ReportTable {
  const formats = columnFormats(Columns, Rows)
  const first = Rows.slice(0, ROWS_SHOWN)
  const filled = Columns.map((column, at) => ({ column, at }))
    .filter(({ at }) => first.some((row) => !NOTHING.has(row[at])))
    .slice(0, COLUMNS_SHOWN)
  const cells = filled.map(({ column, at }) => formatted(column, first, at, formats[at]))
  return {
    columns: filled.map(({ column }) => column),
    rows: first.map((_, row) => cells.map((column) => column[row] ?? '')),
  }
}

function formatted(
  { Kind }: PreviewColumn,
  rows: readonly (readonly PreviewCell[])[],
  at: number,
  format?: CellFormat,
) {
  const cells = rows.map((row) => (NOTHING.has(row[at]) ? null : (row[at]?.replace(ISO_TIME, '$1 ') ?? null)))
  if (Kind === 'number') return cells.map((cell) => format?.(cell) ?? '')
  const isTime = (cell: PreviewCell) => cell !== null && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(cell)
  const asTime = timeFormat(cells.filter(isTime))
  return cells.map((cell) => asTime(cell) ?? '')
}
