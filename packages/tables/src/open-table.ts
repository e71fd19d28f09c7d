import { join } from 'node:path'
import { decompressedFile } from './decompressed-file.ts'
import type { Engine } from './engine.ts'
import { arrowFormat, fileFormat, isParquet } from './file-format.ts'
import { readDelimited } from './read-delimited.ts'
import { readJson } from './read-json.ts'
import { readParquet } from './read-parquet.ts'
import { readSqlite } from './read-sqlite.ts'
import { quoted } from './sentences.ts'
import type { CellSource, ReadOptions } from './table.ts'
import { type WorkbookSheet, workbookSheet } from './workbook.ts'

const READERS = { delimited: readDelimited, json: readJson, parquet: readParquet }

/** Reads a file of any supported format as a table, with the name and type of every column. */
export async function openTable(
  engine: Engine,
  source: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource> {
  // Most tables that steps read are Parquet files written by steps, so other formats are tried later.
  if (await isParquet(source.path)) return readParquet(engine, source, options)
  const copy = join(options.folder, `decompressed-${options.index}`)
  const file = await decompressedFile(source, copy)
  const sheet = await workbookSheet(file, join(options.folder, `sheet-${options.index}`), {
    sheet: options.sheet,
    characters: options.sheetCharacters,
  })
  if (sheet) return readSheet(engine, { ...file, ...sheet }, options)
  const typed = (await openArrow(engine, file, options)) ?? (await readSqlite(engine, file, options))
  if (typed) return typed
  const read = READERS[await fileFormat(file, { isEmptyAllowed: options.badRows === 'show' })]
  return read(engine, file, options)
}

/**
 * Reads an Arrow file. Undefined for other files. The library is imported on demand, because the import takes 8 MB of
 * memory and some time.
 */
async function openArrow(engine: Engine, file: { path: string; name: string }, options: ReadOptions) {
  const format = await arrowFormat(file.path)
  if (!format) return undefined
  const { readArrow } = await import('./read-arrow.ts')
  return readArrow(engine, { ...file, isStream: format === 'stream' }, options)
}

async function readSheet(
  engine: Engine,
  { path, name, sheets, sheet, share, codes, notes }: WorkbookSheet & { name: string },
  options: ReadOptions,
): Promise<CellSource> {
  const source = await readDelimited(engine, { path, name }, { ...options, encoding: 'utf-8', delimiter: '\t' })
  const shown = new Map(source.names.map((own, at) => [own, codes[at]]))
  const columns = source.columns.map((column) => {
    const format = column.kind === 'number' && shown.get(column.own)
    return format ? { ...column, format } : column
  })
  const recognized = `sheet ${quoted(sheet)}`
  return { ...source, columns, sheets, sheet, share, recognized, notes: [...notes, ...source.notes] }
}
