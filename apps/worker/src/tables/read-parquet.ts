import { sqlName, sqlText } from '@millrace/tables/sql'
import { StepError } from '@millrace/worker-sdk'
import type { Engine } from './engine.ts'
import { requireRoom } from './engine-room.ts'
import type { ReadOptions } from './read-delimited.ts'
import { plural } from './sentences.ts'
import { kindOfType, ROW, sqlNames, type Table } from './table.ts'

/** Reads Parquet where it lies: nothing is copied, columns nobody asks for are not read. */
export async function readParquet(
  engine: Engine,
  { path, name }: { path: string; name: string },
  { index }: ReadOptions,
): Promise<Table> {
  const source = `read_parquet(${sqlText(path)}, file_row_number = true)`
  const described = await engine
    .rows<{ column_name: string; column_type: string }>(`DESCRIBE FROM ${source}`)
    .catch((error: unknown) => refuse(error, name))
  const columns = described
    .filter(({ column_name }) => column_name !== 'file_row_number')
    .map(({ column_name, column_type }) => ({ name: column_name, type: column_type, kind: kindOfType(column_type) }))
  requireRoom(name, columns.length)
  await engine.makeRoom(columns.length)
  const numbered = `numbered_${index}`
  const view = `table_${index}`
  const values = columns.map((column) => sqlName(column.name)).join(', ')
  await engine.run(`CREATE VIEW ${numbered} AS SELECT file_row_number + 1 AS ${ROW}, ${values} FROM ${source}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(columns)} FROM ${numbered}`)
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM ${view}`)
  const recognised = `Parquet, ${plural(columns.length, 'column')}`
  return { name, numbered, view, columns, rows, recognised, notes: [], skippedRows: 0 }
}

function refuse(error: unknown, name: string): never {
  if (error instanceof StepError) throw error
  throw new StepError(`${name} is a Parquet file that is damaged or was not written to its end. Upload it again.`)
}
