import { writeFile } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import type { StepInput } from '@millrace/worker-sdk'
import { copyParquetStart } from './parquet-start.ts'
import { decompressedStart, textStart } from './text-start.ts'

/** Number of bytes that are read for each row of a sample. Enough unless rows are extremely long. */
const ROW_BYTES = 4000
const LEAST_BYTES = 1_000_000

/** A parameter that limits how many rows of each table are read. The start panel sets it for a trial run. */
export const SAMPLE_PARAMETER = {
  type: ['integer', 'null'],
  title: 'Row limit',
  description: 'Reads at most this many rows of each table, for a quick trial. Leave empty for no limit.',
  minimum: 1,
  maximum: 1_000_000,
  'x-sample-rows': true,
} as const

/** Returns how many bytes at the start of a file are read for a sample of `rows` rows. */
export function sampledBytes(rows: number): number {
  return Math.max(LEAST_BYTES, rows * ROW_BYTES)
}

interface Sampled {
  file: { path: string; name: string }
  isCut: boolean
}

/**
 * Returns the file to read for a sample of `rows` rows. For a long text, JSON or Parquet file, this is a copy of the
 * first rows, because downloading and reading gigabytes for a thousand rows would take minutes. Other files are
 * downloaded as a whole, but only the first rows of workbooks, Arrow files and databases are read.
 */
export async function sampledFile(
  engine: Pick<Engine, 'rows' | 'run'>,
  input: Pick<StepInput, 'name' | 'path'> & Partial<Pick<StepInput, 'stream' | 'sizeInBytes'>>,
  { copy, rows }: { copy: string; rows: number | undefined },
): Promise<Sampled> {
  const { name, sizeInBytes = 0, stream } = input
  const bytes = sampledBytes(rows ?? 0)
  const whole = async () => ({ file: { path: await input.path(), name }, isCut: false })
  if (rows === undefined || sizeInBytes <= bytes || !stream) return whole()
  if (await copyParquetStart(engine, { sizeInBytes, stream }, { copy, rows }))
    return { file: { path: copy, name }, isCut: true }
  const start = await decompressedStart({ name, stream }, bytes)
  const text = start && textStart(start.content, rows)
  if (!text) return whole()
  await writeFile(copy, text)
  return { file: { path: copy, name: start.name }, isCut: true }
}
