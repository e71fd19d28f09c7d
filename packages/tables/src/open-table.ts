import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { fileFormat } from './file-format.ts'
import { readDelimited } from './read-delimited.ts'
import { readJson } from './read-json.ts'
import { readParquet } from './read-parquet.ts'
import type { CellSource, ReadOptions } from './table.ts'
import { unpackedFile } from './unpacked-file.ts'

const READERS = { delimited: readDelimited, json: readJson, parquet: readParquet }

/** Reads a file as a table, whatever it is written in: its cells, and the name and type of every column. */
export async function openTable(
  engine: Engine,
  packed: { path: string; name: string },
  options: ReadOptions,
): Promise<CellSource> {
  const file = await unpackedFile(packed, join(options.folder, `unpacked-${options.index}`))
  const read = READERS[await fileFormat(file.path, file.name)]
  return read(engine, file, options)
}
