import { createWriteStream } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '@millrace/tables/engine'
import { sqlText } from '@millrace/tables/sql'
import type { StepInput } from '@millrace/worker-sdk'

type Source = Pick<StepInput, 'sizeInBytes' | 'stream'>

/** Size of the end of a file, which contains the length of the footer and the signature. */
const END_BYTES = 8
const SIGNATURE = 'PAR1'

/**
 * Copies the first rows of a Parquet file. Downloads only the footer and the row groups with these rows, and writes
 * them to the same offsets of a sparse file. Returns false if the file isn’t Parquet, can’t be read in part, or has at
 * least half of its bytes in these row groups.
 */
export async function copyParquetStart(
  engine: Pick<Engine, 'rows' | 'run'>,
  source: Source,
  { copy, rows }: { copy: string; rows: number },
): Promise<boolean> {
  const { sizeInBytes: size } = source
  if ((await textAt(source, 0)) !== SIGNATURE) return false
  const [end] = (await (await source.stream({ start: size - END_BYTES, end: size - 1 })).toArray()) as Buffer[]
  const footer = size - END_BYTES - (end?.readUInt32LE(0) ?? 0)
  if (end?.toString('latin1', 4) !== SIGNATURE || footer < 4) return false
  const sparse = `${copy}-groups`
  await writeFile(sparse, SIGNATURE)
  await truncate(sparse, size)
  await place(source, sparse, footer, size)
  try {
    const groups = await firstGroups(engine, sparse, rows)
    if (groups.to - groups.from >= size / 2) return false
    await place(source, sparse, groups.from, groups.to)
    const all = `read_parquet(${sqlText(sparse)}, file_row_number = true)`
    // The condition keeps the engine from reading other row groups, which are empty in the sparse file.
    const first = `SELECT * EXCLUDE (file_row_number) FROM ${all} WHERE file_row_number < ${rows}`
    await engine.run(`COPY (${first}) TO ${sqlText(copy)} (FORMAT parquet)`)
    return true
  } catch {
    // The whole file may still be readable, for example if it has a column with the engine's name for row numbers. If
    // it isn’t readable, reading it reports the fault.
    return false
  }
}

async function textAt({ stream }: Source, start: number): Promise<string> {
  return Buffer.concat(await (await stream({ start, end: start + SIGNATURE.length - 1 })).toArray()).toString('latin1')
}

async function place(source: Source, path: string, from: number, to: number): Promise<void> {
  const part = await source.stream({ start: from, end: to - 1 })
  await pipeline(part, createWriteStream(path, { flags: 'r+', start: from }))
}

/** Returns the byte range of the row groups that contain the first rows. */
async function firstGroups(
  engine: Pick<Engine, 'rows'>,
  path: string,
  rows: number,
): Promise<{ from: number; to: number }> {
  const [found = { from: 0, to: 0 }] = await engine.rows<{ from: number; to: number }>(
    `SELECT min(first)::DOUBLE AS "from", max(first + total_compressed_size)::DOUBLE AS "to" FROM (
       SELECT row_group_id, total_compressed_size, least(coalesce(dictionary_page_offset, data_page_offset), data_page_offset) AS first,
         sum(row_group_num_rows) OVER (PARTITION BY column_id ORDER BY row_group_id) - row_group_num_rows AS before
       FROM parquet_metadata(${sqlText(path)}))
     WHERE before < ${rows}`,
  )
  return found
}
