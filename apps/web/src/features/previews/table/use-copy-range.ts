import { useQueryClient } from '@tanstack/react-query'
import { copyText } from '#lib/copy-text.ts'
import { formatCount } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { BLOCK_ROWS, previewQueries, type RowsRequest, type TablePreview } from '../previews.queries.ts'
import { type CellRange, sizeOf, tabSeparated } from './cell-range.ts'
import type { GridColumn } from './data-grid.tsx'

const CELLS_MAX = 100_000
const ROWS_MAX = 20_000

/** Copies cells as tab-separated text. Rows that were not scrolled to are read first. */
export function useCopyRange(table: TablePreview, request: RowsRequest, columns: readonly GridColumn[]) {
  const client = useQueryClient()

  async function read({ top, bottom, left, right }: CellRange): Promise<string> {
    const wanted = columns.slice(left, right + 1)
    const rows: string[] = []
    for (let block = Math.floor(top / BLOCK_ROWS); block * BLOCK_ROWS <= bottom; block++) {
      const { properties } = await client.ensureQueryData(previewQueries.rows(table, request, block * BLOCK_ROWS))
      const [from, to] = [
        Math.max(top, properties.Offset),
        Math.min(bottom, properties.Offset + properties.Rows.length - 1),
      ]
      const cells = properties.Rows.slice(from - properties.Offset, to - properties.Offset + 1)
      rows.push(tabSeparated(cells.map((row) => wanted.map(({ at }) => row[at]))))
    }
    return rows.join('\n')
  }

  return async function copy(range: CellRange): Promise<void> {
    const size = sizeOf(range)
    const cells = size.rows * size.columns
    if (cells > CELLS_MAX || size.rows > ROWS_MAX) {
      toast.error(`Select at most ${formatCount(ROWS_MAX)} rows and ${formatCount(CELLS_MAX)} cells to copy.`)
      return
    }
    try {
      if (await copyText(await read(range)))
        toast.success(`Copied ${formatCount(cells)} ${cells === 1 ? 'cell' : 'cells'}`)
    } catch (error) {
      toast.error('The cells could not be copied', { description: error instanceof Error ? error.message : '' })
    }
  }
}
