import type { Engine } from './engine.ts'
import { requireRoom } from './engine-room.ts'
import type { ReadOptions } from './read-delimited.ts'
import { plural } from './sentences.ts'
import { sqlName, sqlText } from './sql.ts'
import { finiteSql, kindOfType, ROW, sqlNames, type Table } from './table.ts'
import { TableFault } from './table-fault.ts'
import { type OwnColumn, withTimes } from './times-in-texts.ts'

/** Reads Parquet where it lies: nothing is copied, columns nobody asks for are not read. */
export async function readParquet(
  engine: Engine,
  { path, name }: { path: string; name: string },
  { index }: ReadOptions,
): Promise<Table> {
  const file = sqlText(path)
  const described = await engine
    .rows<{ column_name: string; column_type: string }>(`DESCRIBE FROM read_parquet(${file})`)
    .catch((error: unknown) => refuse(error, name))
  const own = described.map((column) => column.column_name)
  const typed = described.map(({ column_name, column_type }): OwnColumn => {
    const free = freeName(column_name, own)
    const sql = finiteSql(sqlName(column_name), column_type)
    return { name: free, own: column_name, type: column_type, kind: kindOfType(column_type), sql }
  })
  requireRoom(name, typed.length)
  await engine.makeRoom(typed.length)
  const numbered = `numbered_${index}`
  const view = `table_${index}`
  const counted = own.some((column) => column.toLowerCase() === 'file_row_number')
    ? { row: 'row_number() OVER ()', source: `read_parquet(${file})` }
    : { row: 'file_row_number + 1', source: `read_parquet(${file}, file_row_number = true)` }
  const texts = `texts_${index}`
  await engine.run(`CREATE VIEW ${texts} AS SELECT ${counted.row} AS ${ROW}, * FROM ${counted.source}`)
  const { columns, notes: timeNotes } = await withTimes(engine, typed, { table: texts, rowSql: ROW })
  const values = columns.map((column) => `${column.sql} AS ${sqlName(column.name)}`).join(', ')
  await engine.run(`CREATE VIEW ${numbered} AS SELECT ${counted.row} AS ${ROW}, ${values} FROM ${counted.source}`)
  await engine.run(`CREATE VIEW ${view} AS SELECT ${sqlNames(columns)} FROM ${numbered}`)
  const { rows } = await engine.row<{ rows: number }>(`SELECT count(*) AS rows FROM read_parquet(${file})`)
  const recognised = `Parquet, ${plural(columns.length, 'column')}`
  const renamed = columns.flatMap((column, at) => (column.name === own[at] ? [] : [`${own[at]} → ${column.name}`]))
  const notes = renamed.length > 0 ? [`Columns that have names of the engine were renamed: ${renamed.join(', ')}.`] : []
  return { name, numbered, view, columns, rows, recognised, notes: [...notes, ...timeNotes], skippedRows: 0 }
}

/** The engine counts rows by some names, which no column of a table it makes may have. */
function freeName(name: string, others: readonly string[]): string {
  if (!['rowid', ROW].includes(name.toLowerCase())) return name
  let free = `${name} (2)`
  for (let count = 3; others.includes(free); count += 1) free = `${name} (${count})`
  return free
}

function refuse(error: unknown, name: string): never {
  if (error instanceof TableFault) throw error
  if (error instanceof Error && /at least one non-root column/i.test(error.message))
    throw new TableFault(`${name} is a Parquet file without any column. Choose a file with data.`)
  throw new TableFault(`${name} is a Parquet file that is damaged or was not written to its end. Upload it again.`)
}
