import { LIMITS } from '@millrace/contracts/limits'
import { csvLine } from '#lib/csv.ts'
import { saveFile } from '#lib/save-file.ts'
import type { Column } from './list-columns.ts'

/** Reads up to `size` rows from an offset. */
export type ReadRows<T> = (offset: number, size: number) => Promise<{ rows: readonly T[]; total: number }>

/** The byte order mark. Without it, Excel reads the file in the computer’s legacy encoding. */
const UTF8_MARK = '\uFEFF'

/**
 * Saves the shown columns of all rows as CSV. Reads page by page, up to the maximum offset of a list. Returns the
 * number of saved rows, and the number of all rows.
 */
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
