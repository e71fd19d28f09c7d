import { type Engine, openEngine } from '@millrace/tables/engine'
import { TableFault } from '@millrace/tables/table-fault'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { ReadyTable, RowsTask, TableRows } from '../preview-task.ts'
import { blockWith, matchingSql } from './matching-rows.ts'
import { readCells, rowsOf } from './read-cells.ts'
import { sealFor } from './seal.ts'

/**
 * Reads one page. Without sorting and search, the row numbers select the rows, which skips the rest of the file.
 * Otherwise the row numbers are computed first, and only those rows are read completely.
 */
export async function readRows(task: RowsTask): Promise<TableRows> {
  const engine = await openEngine(task.scratch, sealFor([task.block, ...task.others].map(({ path }) => path)))
  try {
    return await page(engine, task)
  } finally {
    await engine.close()
  }
}

async function page(engine: Engine, task: RowsTask): Promise<TableRows> {
  const { block, others } = task
  const { offset, sort } = task.page
  const limit = Math.max(1, Math.min(task.page.limit, Math.floor(PREVIEW_LIMITS.cellsPerPage / width(block))))
  const ordering = sort ? blockWith([block, ...others], sort.column) : block
  const rest = [block, ...others].filter((other) => other !== ordering)
  const { sql: matches, values, isAll } = matchingSql([ordering, ...rest], task.page)
  if (sort === undefined && isAll) {
    const rows = await readCells(engine, block, `file_row_number >= ${offset} AND file_row_number < ${offset + limit}`)
    return { ...rows, total: block.facts.totalRows }
  }
  const numbers = await engine.rows<{ file_row_number: number }>(
    `SELECT file_row_number FROM ${rowsOf(ordering)} WHERE ${matches} ${orderBy(ordering, sort)} LIMIT ${limit} OFFSET ${offset}`,
    values,
  )
  const picked = numbers.map((row) => row.file_row_number)
  const rows =
    picked.length === 0 ? nothing() : await readCells(engine, block, `file_row_number IN (${picked.join(', ')})`)
  const total = isAll
    ? block.facts.totalRows
    : (task.matches ?? (await countRows(engine, ordering, { matches, values })))
  return { ...inOrder(rows, picked), total }
}

function width({ facts }: ReadyTable): number {
  return Math.max(1, facts.fields.length)
}

function orderBy({ facts }: ReadyTable, sort: RowsTask['page']['sort']): string {
  if (sort === undefined) return 'ORDER BY file_row_number'
  const field = facts.fields[facts.columns.findIndex((column) => column.Name === sort.column)]
  if (field === undefined) throw new TableFault(`The table has no column “${sort.column}” to sort by.`)
  return `ORDER BY ${field.value} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST, file_row_number`
}

async function countRows(
  engine: Engine,
  table: ReadyTable,
  { matches, values }: { matches: string; values: string[] },
): Promise<number> {
  const counted = `SELECT count(*) AS total FROM ${rowsOf(table)} WHERE ${matches}`
  return (await engine.row<{ total: number }>(counted, values)).total
}

function inOrder({ rows, numbers }: Pick<TableRows, 'rows' | 'numbers'>, picked: number[]) {
  const byNumber = new Map(numbers.map((number, index) => [number, rows[index] ?? []]))
  return { numbers: picked, rows: picked.map((number) => byNumber.get(number) ?? []) }
}

function nothing(): Pick<TableRows, 'rows' | 'numbers'> {
  return { rows: [], numbers: [] }
}
