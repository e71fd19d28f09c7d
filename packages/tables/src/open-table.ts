import { join } from 'node:path'
import { decompressedFile } from './decompressed-file.ts'
import type { Engine } from './engine.ts'
import { fileFormat } from './file-format.ts'
import { readDelimited } from './read-delimited.ts'
import { readJson } from './read-json.ts'
import { readParquet } from './read-parquet.ts'
import type { CellSource, ReadOptions } from './table.ts'

const READERS = { delimited: readDelimited, json: readJson, parquet: readParquet }

/** Reads a file of any supported format as a table, with the name and type of every column. */
export async function openTable(
  engine: Engine,
  source: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource> {
  const copy = join(options.folder, `decompressed-${options.index}`)
  const file = await decompressedFile(source, copy)
  const read = READERS[await fileFormat(file, { isEmptyAllowed: options.badRows === 'show' })]
  return read(engine, file, options)
}
