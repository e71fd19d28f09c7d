import { type FileHandle, open } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import {
  CompressionType,
  compressionRegistry,
  DataType,
  type RecordBatch,
  RecordBatchReader,
  type Schema,
  type Vector,
} from 'apache-arrow'
import { decompressFrameSync } from 'lz4-napi'
import { arrowCells } from './arrow-values.ts'
import { digitNotes, durationNotes } from './column-notes.ts'
import type { Engine } from './engine.ts'
import { ARROW_STREAM_START } from './file-format.ts'
import { plural } from './sentences.ts'
import { type CellSource, inSpan, type ReadOptions } from './table.ts'
import { TableFault } from './table-fault.ts'
import { readTyped } from './typed-copy.ts'

/** Maximum decompressed size of a Zstandard-compressed buffer of a column. The LZ4 library can’t limit the size. */
const DECOMPRESSED_MAX = 512_000_000

const READS_MAX = 8
const PLACES_MAX = 100_000
const COLUMNS_CHECKED = 10_000

compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: (bytes) => decompressFrameSync(Buffer.from(bytes)) })
compressionRegistry.set(CompressionType.ZSTD, {
  decode: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: DECOMPRESSED_MAX }),
})

/** Reads an Arrow file, also called Feather 2, or an Arrow stream batch by batch. */
export async function readArrow(
  engine: Engine,
  { path, name, isStream }: { path: string; name: string; isStream: boolean },
  options: ReadOptions,
): Promise<CellSource> {
  const file = await open(path)
  try {
    if (isStream && !(await hasEnd(file))) refuse(name)
    const content = isStream ? file.createReadStream({ autoClose: false }) : withoutLoops(file)
    const reader = await RecordBatchReader.from(content as FileHandle).catch(() => refuse(name))
    await reader.open().catch(() => refuse(name))
    const columns = columnsOf(reader.schema, name)
    const source = await readTyped(engine, { name, columns, rows: rowsOf(reader, columns, name) }, options)
    const shown = inSpan(columns, options.columns).map((column, at) => ({
      ...column,
      name: source.columns[at]?.name ?? '',
    }))
    const notes = [...source.notes, ...durationNotes(shown), ...digitNotes(shown)]
    return { ...source, notes, recognized: `Arrow, ${plural(columns.length, 'column')}` }
  } finally {
    await file.close().catch(() => undefined)
  }
}

/** Whether the end of a stream is present. The library would read a truncated stream without an error. */
async function hasEnd(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const { buffer } = await file.read(Buffer.alloc(8), 0, 8, Math.max(0, size - 8))
  return buffer.equals(Buffer.concat([ARROW_STREAM_START, Buffer.alloc(4)]))
}

/** Returns the maximum number of rows that the bytes of a batch can contain. A damaged file may declare more. */
function roomOf({ data, numRows }: RecordBatch): number {
  const rooms = data.children.map((column) => {
    if (DataType.isNull(column.type) || DataType.isStruct(column.type) || column.children.length > 0) return numRows
    const { values, valueOffsets, nullBitmap, typeIds, stride } = column
    const bits = DataType.isBool(column.type) ? 8 : 1
    const held = Math.max(
      ((values?.length ?? 0) * bits) / stride,
      (valueOffsets?.length ?? 0) - 1,
      typeIds?.length ?? 0,
    )
    return Math.max(held, (nullBitmap?.length ?? 0) * 8)
  })
  return Math.min(...rooms.slice(0, COLUMNS_CHECKED))
}

/**
 * Limits how often the same position is read. Otherwise, the library would read it forever if a length in the file is
 * negative. In an intact file, each position is read once, and the end a few times.
 */
function withoutLoops(file: FileHandle): FileHandle {
  const seen = new Map<number, number>()
  const read = (buffer: Uint8Array, offset: number, length: number, position: number) => {
    const times = (seen.get(position) ?? 0) + 1
    if (times > READS_MAX) throw new RangeError('The file refers to itself.')
    if (seen.size > PLACES_MAX) seen.clear()
    seen.set(position, times)
    return file.read(buffer, offset, length, position)
  }
  // Only the members of a file handle that the library uses.
  const guarded = { fd: file.fd, stat: () => file.stat(), read, close: () => file.close() }
  return guarded as unknown as FileHandle
}

function columnsOf({ fields }: Schema, name: string) {
  if (fields.length === 0) throw new TableFault(`${name} is an Arrow file without columns. Choose a file with data.`)
  // A file may leave out a name, although the library’s types say otherwise.
  return fields.map((field) => ({ name: (field.name as string | null) ?? '', ...arrowCells(field.type) }))
}

async function* rowsOf(reader: RecordBatchReader, columns: ReturnType<typeof columnsOf>, name: string) {
  // The number of batches is checked, because the library stops without an error at a damaged batch.
  const announced = reader.footer ? [...reader.footer.recordBatches()].length : 0
  try {
    let batches = 0
    for await (const batch of reader) {
      batches += 1
      if (batch.numRows > roomOf(batch)) refuse(name)
      const vectors = columns.map((_, at) => batch.getChildAt(at))
      for (let row = 0; row < batch.numRows; row += 1) {
        yield columns.map(({ text, isWhole }, at) => {
          const value: unknown = isWhole ? wholeAt(vectors[at], row) : vectors[at]?.get(row)
          return value === null || value === undefined ? null : text(value)
        })
      }
    }
    if (batches < announced) refuse(name)
  } catch (error) {
    throw error instanceof TableFault ? error : refuse(name)
  }
}

/** Returns the integer in the file, which `get` would round. In a batch, a column consists of a single part. */
function wholeAt(vector: Vector | null | undefined, row: number): unknown {
  return vector?.isValid(row) ? vector.data[0]?.values[row] : undefined
}

function refuse(name: string): never {
  throw new TableFault(
    `${name} is an Arrow file that is damaged, truncated, or of an unknown version. Upload it again.`,
  )
}
