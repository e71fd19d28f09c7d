import { LIMITS } from '@millrace/contracts/limits'
import { csvLine } from '#lib/csv.ts'
import { saveFile } from '#lib/save-file.ts'
import type { Column } from './list-columns.ts'

/** Reads the rows from an offset. */
export type ReadRows<T> = (offset: number, size: number) => Promise<{ rows: readonly T[]; total: number }>

/** Excel reads a file without the mark in the encoding of the computer. */
const UTF8_MARK = '\uFEFF'

/** Saves what the columns show of all rows, page by page, at most as many rows as a list can skip. */
export async function exportCsv<T>(name: string, columns: readonly Column<T>[], read: ReadRows<T>) {
  const parts: string[] = [UTF8_MARK]
  let written = 0
  for (;;) {
    const { rows, total } = await read(written, LIMITS.pageSizeMax)
    for (const row of rows) {
      const values = Object.assign({}, ...columns.map((column) => column.values?.(row)))
      if (written === 0) parts.push(csvLine(Object.keys(values)))
      parts.push(csvLine(Object.values(values)))
      written += 1
    }
    if (rows.length === 0 || written >= Math.min(total, LIMITS.pageOffsetMax)) {
      saveFile(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
      return { written, total }
    }
  }
}
