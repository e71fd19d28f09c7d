import { Problem } from '#problem.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { ReadyTable, RowFilter, TableFacts, TablePage } from './preview-task.ts'

/**
 * Which columns are needed: a block (identified by the position or the name of one of its columns), the column to sort
 * by, and further columns.
 */
export type NeededColumns = Partial<Pick<TablePage, 'columnOffset' | 'sort'>> & {
  shownColumn?: string
  columns?: readonly string[]
}

function startOfBlock(column: number): number {
  return Math.floor(column / PREVIEW_LIMITS.blockColumns) * PREVIEW_LIMITS.blockColumns
}

/** Returns the positions of the first columns of all blocks of a table. */
export function blocksOf({ names }: NonNullable<TableFacts['block']>): number[] {
  const { blockColumns } = PREVIEW_LIMITS
  return Array.from({ length: Math.ceil(names.length / blockColumns) }, (_, at) => at * blockColumns)
}

/**
 * Returns the blocks of a wide table that a page needs. Each block is identified by the position of its first column.
 * `others` are the further blocks with the columns of the sort order, the filter and `columns`. A search needs all
 * blocks.
 */
export function neededBlocks(
  { block }: TableFacts,
  { columnOffset = 0, shownColumn, sort, where = [], find, columns = [] }: NeededColumns & RowFilter,
): { shown: number; others: number[] } {
  if (!block) return { shown: 0, others: [] }
  const { names } = block
  const startOf = (at: number) => startOfBlock(Math.min(Math.max(0, at), names.length - 1))
  const shown = startOf(shownColumn === undefined ? columnOffset : names.indexOf(shownColumn))
  const used = [...columns, ...(sort ? [sort.column] : []), ...where.map(({ Column }) => Column)]
  const needed = new Set(find ? blocksOf(block) : used.map((name) => startOf(names.indexOf(name))))
  needed.delete(shown)
  return { shown, others: [...needed] }
}

/** Throws a Problem if blocks differ in their number of rows, because their rows are joined by position. */
export function requireSameRows(blocks: readonly ReadyTable[]): void {
  if (new Set(blocks.map(({ facts }) => facts.totalRows)).size <= 1) return
  throw new Problem(
    'preview-failed',
    'The columns of this table have different numbers of rows. Download it to view it.',
  )
}
