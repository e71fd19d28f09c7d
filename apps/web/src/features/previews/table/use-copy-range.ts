import { useQueryClient } from '@tanstack/react-query'
import { copyText } from '#lib/copy-text.ts'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { BLOCK_ROWS, previewQueries, type RowsRequest, type TablePreview } from '../previews.queries.ts'
import { type CellRange, sizeOf, tabSeparated } from './cell-range.ts'
import type { GridColumn } from './table-columns.ts'
import * as texts from './texts.ts'

const CELLS_MAX = 100_000
const ROWS_MAX = 20_000

/**
 * Returns a function that copies cells as tab-separated text, and shows in a toast whether this succeeded. Rows that
 * have not been loaded are fetched first. A range with too many cells or rows is refused.
 */
export function useCopyRange(table: TablePreview, request: RowsRequest, columns: readonly GridColumn[]) {
  const client = useQueryClient()

  async function read({ top, bottom, left, right }: CellRange): Promise<string> {
    const wanted = columns.slice(left, right + 1)
    const blocks = [...new Set(wanted.map(({ block }) => block))]
    const rows: string[] = []
    for (let row = top - (top % BLOCK_ROWS); row <= bottom; row += BLOCK_ROWS) {
      const pages = await Promise.all(
        blocks.map((column) => client.ensureQueryData(previewQueries.rows(table, request, { row, column }))),
      )
      const placed = wanted.map((column) => placeIn(pages, column))
      const [from, to] = [Math.max(top, row), Math.min(bottom, row + BLOCK_ROWS - 1)]
      const cells = Array.from({ length: to - from + 1 }, (_, at) =>
        placed.map(({ page, at: column }) => page?.Rows[from - row + at]?.[column]),
      )
      rows.push(tabSeparated(cells))
    }
    return rows.join('\n')
  }

  return async function copy(range: CellRange): Promise<void> {
    const size = sizeOf(range)
    const cells = size.rows * size.columns
    if (cells > CELLS_MAX || size.rows > ROWS_MAX) {
      toast.error(fill(texts.selectionTooLarge, formatCount(ROWS_MAX), formatCount(CELLS_MAX)))
      return
    }
    try {
      if (await copyText(await read(range)))
        toast.success(`Copied ${formatCount(cells)} ${cells === 1 ? 'cell' : 'cells'}`)
    } catch (error) {
      toast.error(texts.theCellsCouldNotBeCopied, { description: error instanceof Error ? error.message : '' })
    }
  }
}

/** The page may have been loaded only now, so the index in `GridColumn` may be outdated. */
function placeIn(pages: readonly TablePreview[], { block, column }: GridColumn) {
  const page = pages.find(({ properties }) => (properties.ColumnOffset ?? 0) === block)?.properties
  return { page, at: page?.Columns.findIndex(({ Name }) => Name === column.Name) ?? -1 }
}
