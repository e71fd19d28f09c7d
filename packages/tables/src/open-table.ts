import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { fileFormat } from './file-format.ts'
import { readDelimited } from './read-delimited.ts'
import { readJson } from './read-json.ts'
import { readParquet } from './read-parquet.ts'
import type { CellSource, ReadOptions } from './table.ts'
import { unpackedFile } from './unpacked-file.ts'

const READERS = { delimited: readDelimited, json: readJson, parquet: readParquet }

/** Reads a file of any supported format as a table, with the name and type of every column. */
export async function openTable(
  engine: Engine,
  packed: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource> {
  const copy = join(options.folder, `unpacked-${options.index}`)
  const file = await unpackedFile(packed, copy, options.unpackedMost)
  const read = READERS[await fileFormat(file, { isEmptyAllowed: options.badRows === 'show' })]
  return read(engine, file, options)
}
