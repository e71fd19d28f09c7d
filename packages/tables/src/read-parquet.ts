import { digitNotes, durationNotes, nameInFile, nameNotes, zoneNotes } from './column-notes.ts'
import type { Engine } from './engine.ts'
import { hasZone, type ParquetColumn, parquetColumns, valueSql } from './parquet-columns.ts'
import { plural } from './sentences.ts'
import { sqlText } from './sql.ts'
import { type CellSource, finiteSql, inSpan, kindOfType, type ReadOptions, ROW, type SourceColumn } from './table.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'
import { withTimes } from './times-in-texts.ts'

/** Reads Parquet in place, without a copy. Columns that no query uses are not read. */
export async function readParquet(
  engine: Engine,
  { path, name, zones }: { path: string; name: string; zones?: ReadonlyMap<string, string | undefined> },
  { index, columns: span }: ReadOptions,
): Promise<CellSource> {
  const file = sqlText(path)
  const found = await parquetColumns(engine, path).catch((error: unknown) => refuse(error, name))
  engine.parquetNames.push(name)
  const own = found.map((column) => column.own)
  const typed = found.map((column): SourceColumn => {
    const sql = finiteSql(valueSql(column), column.type)
    return {
      name: column.name,
      given: nameInFile(column),
      own: column.own,
      type: column.type,
      kind: kindOfType(column.type),
      sql,
    }
  })
  const shown = inSpan(typed, span)
  requireReadable(name, shown.length)
  await engine.makeRoom(typed.length)
  const counted = own.some((column) => column.toLowerCase() === 'file_row_number')
    ? { row: 'row_number() OVER ()', source: `read_parquet(${file})` }
    : { row: 'file_row_number + 1', source: `read_parquet(${file}, file_row_number = true)` }
  const texts = `texts_${index}`
  await engine.run(`CREATE VIEW ${texts} AS SELECT ${counted.row} AS ${ROW}, * FROM ${counted.source}`)
  const { columns, notes: timeNotes } = await withTimes(engine, shown, { table: texts, rowSql: ROW, hasTimeType: true })
  return {
    name,
    panels: [{ texts: counted.source, names: columns.map((column) => column.own), rowSql: counted.row }],
    columns,
    names: typed.map((column) => column.name),
    file: path,
    isTyped: true,
    recognized: `Parquet, ${plural(columns.length, 'column')}`,
    notes: [...columnNotes(inSpan(found, span), zones), ...timeNotes],
    skippedRows: 0,
  }
}

function columnNotes(columns: readonly ParquetColumn[], zones?: ReadonlyMap<string, string | undefined>): string[] {
  const reserved = columns.filter(({ given, own, name }) => given === own && name !== own)
  const renamed = reserved.map(({ given, name }) => `${given} → ${name}`)
  return [
    ...(renamed.length > 0 ? [`Columns with reserved names were renamed: ${renamed.join(', ')}.`] : []),
    ...nameNotes(columns.filter(({ given, own }) => given !== own)),
    ...zoneNotes(columns.filter(hasZone).map(({ name }) => ({ name, zone: zones?.get(name) }))),
    ...durationNotes(columns),
    ...digitNotes(columns),
  ]
}

function refuse(error: unknown, name: string): never {
  if (error instanceof TableFault) throw error
  if (error instanceof Error && /at least one non-root column/i.test(error.message))
    throw new TableFault(`${name} is a Parquet file without columns. Choose a file with data.`)
  throw new TableFault(`${name} is a Parquet file that is damaged or truncated. Upload it again.`)
}
