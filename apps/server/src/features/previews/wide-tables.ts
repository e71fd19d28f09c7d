import { Problem } from '#problem.ts'
import { PREVIEW_LIMITS } from './preview-limits.ts'
import type { ReadyTable, RowFilter, TableFacts, TablePage } from './preview-task.ts'

/** Which columns are read: a block by the position of one of its columns, or by its name. */
export type NeededColumns = Partial<Pick<TablePage, 'columnOffset' | 'sort'>> & { shownColumn?: string }

/**
 * The blocks of a wide table that a page needs, by the positions of their first columns: the one that is shown, and those
 * with the columns that its rows are sorted and filtered by. A search looks into all of them.
 */
export function neededBlocks(
  { block }: TableFacts,
  { columnOffset = 0, shownColumn, sort, where = [], find }: NeededColumns & RowFilter,
): { shown: number; others: number[] } {
  if (!block) return { shown: 0, others: [] }
  const { blockColumns } = PREVIEW_LIMITS
  const { names } = block
  const startOf = (at: number) => Math.floor(Math.min(Math.max(0, at), names.length - 1) / blockColumns) * blockColumns
  const shown = startOf(shownColumn === undefined ? columnOffset : names.indexOf(shownColumn))
  const all = Array.from({ length: Math.ceil(names.length / blockColumns) }, (_, at) => at * blockColumns)
  const used = [...(sort ? [sort.column] : []), ...where.map(({ Column }) => Column)]
  const needed = new Set(find ? all : used.map((name) => startOf(names.indexOf(name))))
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
