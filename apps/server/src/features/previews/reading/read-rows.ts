import { asLiteral } from '@millrace/tables/conditions'
import { type Engine, openEngine } from '@millrace/tables/engine'
import { TableFault } from '@millrace/tables/table-fault'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { ReadyTable, RowsTask, TableRows } from '../preview-task.ts'
import { blockWith, matchingSql } from './matching-rows.ts'
import { readCells, rowsOf } from './read-cells.ts'
import { sandboxFor } from './sandbox.ts'

/**
 * Reads one page. Without sorting and filtering, rows are selected by row number, so the rest of the file is skipped.
 * Otherwise, the row numbers are found first, and then only those rows are read.
 */
export async function readRows(task: RowsTask): Promise<TableRows> {
  const engine = await openEngine(task.scratch, sandboxFor([task.block, ...task.others].map(({ path }) => path)))
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
  if (!isAll && task.matches === undefined && ordering.facts.totalRows <= PREVIEW_LIMITS.storedRows) {
    const { sql: where } = matchingSql([ordering, ...rest], task.page, { values: [], bind: asLiteral })
    return storedMatches(engine, task, { ordering, where, limit })
  }
  if (sort === undefined && isAll) {
    const rows = await readCells(engine, block, `file_row_number >= ${offset} AND file_row_number < ${offset + limit}`)
    return { ...rows, total: block.facts.totalRows }
  }
  const numbers = await engine.rows<{ file_row_number: number }>(
    `SELECT file_row_number FROM ${rowsOf(ordering)} WHERE ${matches} ${orderBy(ordering, sort)} LIMIT ${limit} OFFSET ${offset}`,
    values,
  )
  const picked = numbers.map((row) => row.file_row_number)
  const rows = await rowsAt(engine, block, picked)
  const total = isAll
    ? block.facts.totalRows
    : (task.matches ?? (await countRows(engine, ordering, { matches, values })))
  return { ...rows, total }
}

/**
 * Reads one page of the matching rows. The row numbers of all matching rows are stored first, so that counting and
 * sorting don't each filter the whole file.
 */
async function storedMatches(
  engine: Engine,
  { block, page: { offset, sort } }: RowsTask,
  { ordering, where, limit }: { ordering: ReadyTable; where: string; limit: number },
): Promise<TableRows> {
  const value = sort ? `, ${sortValue(ordering, sort)} AS value` : ''
  await engine.run(
    `CREATE TEMP TABLE matching AS SELECT file_row_number AS number${value} FROM ${rowsOf(ordering)} WHERE ${where}`,
  )
  const order = sort ? `value ${directionOf(sort)} NULLS LAST, number` : 'number'
  const numbers = await engine.rows<{ number: number }>(
    `SELECT number FROM matching ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
  )
  const { total } = await engine.row<{ total: number }>('SELECT count(*) AS total FROM matching')
  return {
    ...(await rowsAt(
      engine,
      block,
      numbers.map(({ number }) => number),
    )),
    total,
  }
}

async function rowsAt(engine: Engine, block: ReadyTable, picked: number[]) {
  if (picked.length === 0) return nothing()
  return inOrder(await readCells(engine, block, `file_row_number IN (${picked.join(', ')})`), picked)
}

function width({ facts }: ReadyTable): number {
  return Math.max(1, facts.fields.length)
}

type Sort = NonNullable<RowsTask['page']['sort']>

function orderBy(table: ReadyTable, sort: Sort | undefined): string {
  if (sort === undefined) return 'ORDER BY file_row_number'
  return `ORDER BY ${sortValue(table, sort)} ${directionOf(sort)} NULLS LAST, file_row_number`
}

function sortValue({ facts }: ReadyTable, { column }: Sort): string {
  const field = facts.fields[facts.columns.findIndex(({ Name }) => Name === column)]
  if (field === undefined) throw new TableFault(`The table has no column “${column}” to sort by.`)
  return field.value
}

function directionOf({ descending }: Sort): string {
  return descending ? 'DESC' : 'ASC'
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
