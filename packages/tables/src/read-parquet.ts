import type { Engine } from './engine.ts'
import { plural } from './sentences.ts'
import { sqlName, sqlText } from './sql.ts'
import { type CellSource, finiteSql, inSpan, kindOfType, type ReadOptions, ROW, type SourceColumn } from './table.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'
import { withTimes } from './times-in-texts.ts'

/** Reads Parquet in place, without a copy. Columns that no query uses are not read. */
export async function readParquet(
  engine: Engine,
  { path, name }: { path: string; name: string },
  { index, columns: span }: ReadOptions,
): Promise<CellSource> {
  const file = sqlText(path)
  const described = await engine
    .rows<{ column_name: string; column_type: string }>(`DESCRIBE FROM read_parquet(${file})`)
    .catch((error: unknown) => refuse(error, name))
  const own = described.map((column) => column.column_name)
  const typed = described.map(({ column_name, column_type }): SourceColumn => {
    const free = freeName(column_name, own)
    const sql = finiteSql(sqlName(column_name), column_type)
    return { name: free, own: column_name, type: column_type, kind: kindOfType(column_type), sql }
  })
  const shown = inSpan(typed, span)
  requireReadable(name, shown.length)
  await engine.makeRoom(typed.length)
  const counted = own.some((column) => column.toLowerCase() === 'file_row_number')
    ? { row: 'row_number() OVER ()', source: `read_parquet(${file})` }
    : { row: 'file_row_number + 1', source: `read_parquet(${file}, file_row_number = true)` }
  const texts = `texts_${index}`
  await engine.run(`CREATE VIEW ${texts} AS SELECT ${counted.row} AS ${ROW}, * FROM ${counted.source}`)
  const { columns, notes: timeNotes } = await withTimes(engine, shown, { table: texts, rowSql: ROW })
  const renamed = columns.flatMap((column) => (column.name === column.own ? [] : [`${column.own} → ${column.name}`]))
  const notes = renamed.length > 0 ? [`Columns with reserved names were renamed: ${renamed.join(', ')}.`] : []
  return {
    name,
    panels: [{ texts: counted.source, names: columns.map((column) => column.own), rowSql: counted.row }],
    columns,
    names: typed.map((column) => column.name),
    file: path,
    isTyped: true,
    recognized: `Parquet, ${plural(columns.length, 'column')}`,
    notes: [...notes, ...timeNotes],
    skippedRows: 0,
  }
}

/** The engine's own names for row numbers, which columns of its tables must not have. */
function freeName(name: string, others: readonly string[]): string {
  if (!['rowid', ROW].includes(name.toLowerCase())) return name
  let free = `${name} (2)`
  for (let count = 3; others.includes(free); count += 1) free = `${name} (${count})`
  return free
}

function refuse(error: unknown, name: string): never {
  if (error instanceof TableFault) throw error
  if (error instanceof Error && /at least one non-root column/i.test(error.message))
    throw new TableFault(`${name} is a Parquet file without columns. Choose a file with data.`)
  throw new TableFault(`${name} is a Parquet file that is damaged or truncated. Upload it again.`)
}
