import type { Engine } from '@millrace/tables/engine'
import { sqlText } from '@millrace/tables/sql'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { ReadyTable, TableRows } from '../preview-task.ts'

/** Returns SQL for the rows of a table prepared for paging, including `file_row_number`. */
export function rowsOf({ path }: Pick<ReadyTable, 'path'>): string {
  return `read_parquet(${sqlText(path)}, file_row_number = true)`
}

/** Returns the cells of the matching rows as text, and the row numbers, in file order. Long cells are truncated. */
export async function readCells(
  engine: Engine,
  table: ReadyTable,
  where: string,
): Promise<Pick<TableRows, 'rows' | 'numbers'>> {
  const { cellCharacters } = PREVIEW_LIMITS
  // All cells share one expression. Planning an expression for each of 500 columns would take 50 ms more CPU time.
  const cut = `cell -> CASE WHEN length(cell) > ${cellCharacters} THEN left(cell, ${cellCharacters}) || '…' ELSE cell END`
  const cells = `[${table.facts.fields.map(({ text }) => `(${text})::VARCHAR`).join(', ')}]`
  const found = await engine.rows<{ number: number; cells: (string | null)[] }>(
    `SELECT file_row_number AS number, list_transform(${cells}, ${cut}) AS cells FROM ${rowsOf(table)} WHERE ${where} ORDER BY number`,
  )
  return { numbers: found.map((row) => row.number), rows: found.map((row) => row.cells) }
}
