import type { TablePreviewProperties } from '@millrace/contracts/previews'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useDebounced } from '#lib/use-debounced.ts'
import { BLOCK_ROWS, previewQueries, type RowFilter, type RowsRequest, type TablePreview } from '../previews.queries.ts'
import { type BlockCells, blocksOf } from './table-columns.ts'

/** A row of a table, with those of its cells that are loaded. */
export interface TableRow {
  /** The row's position in the file, 0-based. */
  number: number
  cells: BlockCells
}

/** The displayed rows, in order. `rowAt` returns undefined while a row is loading. */
export interface TableRows {
  /** Number of rows to scroll through; undefined until the server has replied. */
  total: number | undefined
  rowAt(index: number): TableRow | undefined
  error: Error | undefined
  retry(): void
}

export function isFiltered({ where, find }: RowFilter): boolean {
  return where.length > 0 || find !== ''
}

const SETTLE_MS = 60

interface RowsView {
  /** The row at the top, with a fraction. */
  first: number
  height: number
  rowHeight: number
  /** The blocks of columns in view. */
  blocks: readonly number[]
  /** Whether only the start of the file has been read so far. */
  isStart: boolean
}

/**
 * Loads the rows around the view in blocks. Blocks that are scrolled past quickly are never requested. The first rows
 * of a search result are loaded with all columns, because the match may be in a column outside the view.
 */
export function useTableRows(first: TablePreview, request: RowsRequest, view: RowsView): TableRows {
  const isPlain = request.sort === undefined && !isFiltered(request)
  const from = Math.floor(view.first / BLOCK_ROWS)
  const to = Math.floor((view.first + view.height / view.rowHeight + 8) / BLOCK_ROWS)
  const [settledFrom = 0, settledTo = 0, ...settled] = useDebounced(`${from} ${to} ${view.blocks.join(' ')}`, SETTLE_MS)
    .split(' ')
    .map(Number)
  const places: { row: number; column: number }[] = []
  for (let block = settledFrom; block <= settledTo; block++) {
    const columns = block === 0 && request.find !== '' ? blocksOf(first.properties) : settled
    places.push(...columns.map((column) => ({ row: block * BLOCK_ROWS, column })))
  }
  const { firstTotal, ...rows } = useQueries({
    queries: places.map((place) => ({
      ...previewQueries.rows(first, request, place),
      // Disabled, because the server would first read the rest of the file, which may take longer than a request is
      // allowed to.
      ...(view.isStart && !(isPlain && place.row === 0) ? { enabled: false } : {}),
      ...(isPlain && place.row === 0 && place.column === 0 ? { initialData: first } : {}),
    })),
    combine: rowsOf,
  })
  return { ...rows, total: isPlain ? first.properties.TotalRows : firstTotal }
}

/** Until the pages change, each row stays the same object, so it is rendered only once. */
function rowsOf(results: UseQueryResult<TablePreview>[]) {
  const pages = results.flatMap(({ data }) => (data ? [data.properties] : []))
  const failed = results.find(({ error }) => error !== null)
  const known = new Map<number, TableRow | undefined>()
  return {
    firstTotal: pages[0]?.TotalRows,
    rowAt(index: number): TableRow | undefined {
      if (!known.has(index)) known.set(index, rowIn(pages, index))
      return known.get(index)
    },
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
  }
}

function rowIn(pages: readonly TablePreviewProperties[], index: number): TableRow | undefined {
  const around = pages.filter(({ Offset, Rows }) => index >= Offset && index < Offset + Rows.length)
  const [page] = around
  if (!page) return undefined
  const cells = new Map(around.map(({ ColumnOffset = 0, Offset, Rows }) => [ColumnOffset, Rows[index - Offset] ?? []]))
  return { cells, number: page.RowNumbers[index - page.Offset] ?? index }
}
