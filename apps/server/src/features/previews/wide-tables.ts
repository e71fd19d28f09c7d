import { Problem } from '#problem.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { ReadyTable, RowFilter, TableFacts, TablePage } from './preview-task.ts'

/** Which columns are read: a block by the position of one of its columns, or by its name. */
export type NeededColumns = Partial<Pick<TablePage, 'columnOffset' | 'sort'>> & {
  shownColumn?: string
  /** Other columns that are needed. */
  columns?: readonly string[]
}

/** The first column of the block that contains a column. */
function startOfBlock(column: number): number {
  return Math.floor(column / PREVIEW_LIMITS.blockColumns) * PREVIEW_LIMITS.blockColumns
}

/** The first columns of the blocks of a table. */
export function blocksOf({ names }: NonNullable<TableFacts['block']>): number[] {
  const { blockColumns } = PREVIEW_LIMITS
  return Array.from({ length: Math.ceil(names.length / blockColumns) }, (_, at) => at * blockColumns)
}

/**
 * The blocks of a wide table that a page needs, by the positions of their first columns: the one that is shown, and those
 * with the columns that its rows are sorted and filtered by. A search looks into all of them.
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

/** Rows of different blocks belong together by their position, so no block may have left out a row. */
export function requireSameRows(blocks: readonly ReadyTable[]): void {
  if (new Set(blocks.map(({ facts }) => facts.totalRows)).size <= 1) return
  throw new Problem(
    'preview-failed',
    'The columns of this table have different numbers of rows. Download it to view it.',
  )
}
