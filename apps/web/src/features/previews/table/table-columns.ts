import { LIMITS } from '@millrace/contracts/limits'
import type { PreviewCell, PreviewColumn, TablePreviewProperties } from '@millrace/contracts/previews'
import { columnWidths } from './grid-window.ts'
import { type CellFormat, columnFormats, unformatted } from './number-format.ts'

/** A column of a table, and the position of its cells in the pages of rows. */
export interface TableColumn {
  column: PreviewColumn
  /** The index of the first column in the block that contains this column. */
  block: number
  /** The column's index in the rows of its block; -1 until the block is read. */
  at: number
  /** The width that its cells need, in pixels. */
  natural: number
  format: CellFormat
}

/** A displayed column, with its width in pixels. */
export interface GridColumn extends TableColumn {
  width: number
}

/** The cells of a row by block. The key is the index of the block's first column. */
export type BlockCells = ReadonlyMap<number, readonly PreviewCell[]>

/** Returns the cell of a row in this column. Undefined while the cell is loading. */
export function cellOf(row: { cells: BlockCells } | undefined, { block, at }: TableColumn): PreviewCell | undefined {
  return row?.cells.get(block)?.[at]
}

/** Returns the index of the first column of each block of a table, in order. A table that is not wide has one block. */
export function blocksOf({ ColumnNames = [] }: TablePreviewProperties): number[] {
  const count = Math.max(1, Math.ceil(ColumnNames.length / LIMITS.previewBlockColumns))
  return Array.from({ length: count }, (_, at) => at * LIMITS.previewBlockColumns)
}

/**
 * Returns all columns of a table. In a block that is not read yet, columns have only a name and an estimated width.
 * They keep this width after the block is read, so that the layout doesn't shift.
 */
export function tableColumns(first: TablePreviewProperties, heads: readonly TablePreviewProperties[]): TableColumn[] {
  const read = new Map([first, ...heads].map((head) => [head.ColumnOffset ?? 0, readBlock(head)]))
  const typical = median(read.get(0)?.map(({ natural }) => natural) ?? [])
  const names = first.ColumnNames ?? []
  return blocksOf(first).flatMap((block) => {
    const known = read.get(block)
    if (block === 0) return known ?? []
    const widths = columnWidths(names.slice(block, block + LIMITS.previewBlockColumns), []).map((width) =>
      Math.max(width, typical),
    )
    if (known) return known.map((column) => ({ ...column, natural: widths[column.at] ?? typical }))
    return widths.map((natural, at) => ({
      column: unread(names[block + at] ?? ''),
      block,
      at: -1,
      natural,
      format: unformatted,
    }))
  })
}

/** Cache of the columns of each block, so that they stay the same objects. */
const blocks = new WeakMap<TablePreviewProperties, TableColumn[]>()

function readBlock(head: TablePreviewProperties) {
  const made = blocks.get(head)
  if (made) return made
  const { Columns, Rows, ColumnOffset: block = 0 } = head
  const formats = columnFormats(Columns, Rows)
  const widths = columnWidths(
    Columns.map(({ Name }) => Name),
    Rows.map((row) => row.map((cell, at) => formats[at]?.(cell) ?? null)),
  )
  const columns = Columns.map((column, at) => ({
    column,
    block,
    at,
    natural: widths[at] ?? 0,
    format: formats[at] ?? unformatted,
  }))
  blocks.set(head, columns)
  return columns
}

function unread(Name: string): PreviewColumn {
  return {
    Name,
    Type: '',
    Kind: 'other',
    AlmostKind: null,
    Histogram: null,
    Min: null,
    Max: null,
    NullCount: null,
    DistinctCount: null,
    DistinctIsEstimated: false,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
