import type { PreviewCell } from '@millrace/contracts/previews'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BLOCK_ROWS, previewQueries, type RowFilter, type RowsRequest, type TablePreview } from '../previews.queries.ts'

export interface TableRow {
  /** The place in the file, from 0. */
  number: number
  cells: readonly PreviewCell[]
}

export interface TableRows {
  /** How many rows there are to scroll through; undefined until the server has said. */
  total: number | undefined
  rowAt(index: number): TableRow | undefined
  error: Error | undefined
  retry(): void
}

/** Whether some rows are left out. */
export function isFiltered({ where, find }: RowFilter): boolean {
  return where.length > 0 || find !== ''
}

const SETTLE_MS = 60

/** The rows around a view, in blocks. Blocks passed over quickly are never asked for. */
export function useTableRows(
  first: TablePreview,
  request: RowsRequest,
  view: { first: number; height: number },
  rowHeight: number,
): TableRows {
  const isPlain = request.sort === undefined && !isFiltered(request)
  const from = Math.floor(view.first / BLOCK_ROWS)
  const to = Math.floor((view.first + view.height / rowHeight + 8) / BLOCK_ROWS)
  const [settledFrom, settledTo] = useSettled(`${from} ${to}`, SETTLE_MS).split(' ').map(Number)
  const blocks: number[] = []
  for (let block = settledFrom ?? 0; block <= (settledTo ?? 0); block++) blocks.push(block)
  const results = useQueries({
    queries: blocks.map((block) => ({
      ...previewQueries.rows(first, request, block * BLOCK_ROWS),
      ...(isPlain && block === 0 ? { initialData: first } : {}),
    })),
  })
  const pages = results.flatMap(({ data }) => (data ? [data.properties] : []))
  const failed = results.find(({ error }) => error !== null)
  return {
    total: isPlain ? first.properties.TotalRows : pages[0]?.TotalRows,
    rowAt(index) {
      const page = pages.find(({ Offset, Rows }) => index >= Offset && index < Offset + Rows.length)
      const cells = page?.Rows[index - page.Offset]
      return page && cells && { cells, number: page.RowNumbers[index - page.Offset] ?? index }
    },
    error: failed?.error ?? undefined,
    retry: () => void failed?.refetch(),
  }
}

/** A text once it stands still for a moment: a range of blocks, or what is typed. */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
