import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nameInFile, nameNotes } from './column-notes.ts'
import { distinctNames } from './dialect.ts'
import type { Engine } from './engine.ts'
import { parquetOptions } from './parquet-options.ts'
import { readParquet } from './read-parquet.ts'
import { count } from './sentences.ts'
import { sqlName, sqlText } from './sql.ts'
import { type CellSource, inSpan, type ReadOptions } from './table.ts'
import { TableFault } from './table-fault.ts'
import { requireReadable } from './table-width.ts'

/** A column of a format that the engine can’t read: how cells are written as text, and SQL that converts the text. */
export interface TypedColumn {
  name: string
  /** The engine’s type for the written cells, such as `BIGINT`. */
  written: string
  /** Returns SQL for the value, if that isn’t the cell itself. */
  value?: (cell: string) => string
  /** The time zone of the times, such as `Europe/Berlin`. */
  zone?: string
}

/** A file in a typed format, decoded row by row. */
export interface TypedFile {
  columns: readonly TypedColumn[]
  /** The cells of each row as text, or null for missing values. */
  rows: AsyncIterable<readonly (string | null)[]> | Iterable<readonly (string | null)[]>
}

const FLUSH_CHARACTERS = 1 << 16
/** Maximum length of a row. The engine holds several rows of the maximum length in memory. */
const ROW_CHARACTERS_MAX = 4_000_000
const ROW_BYTES_USUAL = 2_000_000
const FILE_CHARACTERS_MAX = 20e9

/**
 * Copies typed rows to a Parquet file, and reads that file as a table. The rows are first written to a text file and
 * loaded with the given types, so neither the rows nor the table are ever held in memory.
 */
export async function readTyped(
  engine: Engine,
  file: TypedFile & { name: string },
  options: ReadOptions,
): Promise<CellSource> {
  const { name, columns } = file
  requireReadable(name, columns.length)
  await engine.makeRoom(columns.length)
  const path = `${options.folder}/typed-${options.index}`
  const longest = await writeRows(file, { path: `${path}.csv`, most: options.rowsMost ?? Number.POSITIVE_INFINITY })
  const names = distinctNames(columns.map((column) => column.name))
  const values = columns.map(({ value }, at) => `${value ? value(`c${at}`) : `c${at}`} AS ${sqlName(names[at] ?? '')}`)
  const types = columns.map(({ written }, at) => `c${at}: ${sqlText(written)}`)
  const lineBytes = Math.max(ROW_BYTES_USUAL, 3 * longest)
  const copySql = `COPY (SELECT ${values.join(', ')} FROM read_csv(${sqlText(`${path}.csv`)}, columns = {${types.join(', ')}},
       auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '\\N', allow_quoted_nulls = false,
       new_line = '\\n', parallel = false, max_line_size = ${lineBytes}, buffer_size = ${2 * lineBytes}))
     TO ${sqlText(`${path}.parquet`)} ${parquetOptions(columns.length, 'zstd')}`
  await copied(engine, name, copySql)
  await unlink(`${path}.csv`)
  const zones = new Map(columns.map(({ zone }, at) => [names[at] ?? '', zone]))
  const source = await readParquet(engine, { path: `${path}.parquet`, name, zones }, options)
  const given = columns.map((column, at) => ({ given: column.name, name: names[at] ?? '' }))
  const renamed = new Map(given.map((column) => [column.name, nameInFile(column)]))
  const read = source.columns.map((column) => ({ ...column, given: renamed.get(column.name) ?? column.given }))
  return {
    ...source,
    columns: read,
    copy: `${path}.parquet`,
    notes: [...nameNotes(inSpan(given, options.columns)), ...source.notes],
  }
}

async function copied(engine: Engine, name: string, sql: string): Promise<void> {
  try {
    await engine.run(sql)
  } catch (error) {
    if (!(error instanceof Error) || !/^(Conversion|Out of Range|Invalid Input) Error/.test(error.message)) throw error
    throw new TableFault(
      `${name} has a value outside the range of its column’s type, such as a time in the far future. It may be damaged.`,
    )
  }
}

/** Writes the rows to a text file. Returns the length of the longest row. */
async function writeRows(
  { name, rows }: TypedFile & { name: string },
  { path, most }: { path: string; most: number },
): Promise<number> {
  let longest = 0
  async function* lines(): AsyncGenerator<string> {
    let text = ''
    let row = 0
    let written = 0
    for await (const cells of rows) {
      row += 1
      const line = `${cells.map(cellText).join(',')}\n`
      longest = Math.max(longest, line.length)
      if (line.length > ROW_CHARACTERS_MAX)
        throw new TableFault(
          `Row ${count(row)} of ${name} has more than ${count(ROW_CHARACTERS_MAX)} characters. Save it without its longest text or binary values.`,
        )
      text += line
      if (row >= most) break
      if (text.length < FLUSH_CHARACTERS) continue
      written += text.length
      if (written > FILE_CHARACTERS_MAX)
        throw new TableFault(`${name} has more than 20 GB of text. Save the part you need as Parquet.`)
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return longest
}

function cellText(cell: string | null): string {
  return cell === null ? '\\N' : `"${cell.replaceAll('"', '""')}"`
}
