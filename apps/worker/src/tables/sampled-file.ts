import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { otherFormat } from '@millrace/tables/other-formats'
import type { StepInput } from '@millrace/worker-sdk'

/** Enough for the rows of a sample, unless they are extremely long. */
const ROW_BYTES = 4000
const LEAST_BYTES = 1_000_000

/** The parameter that limits how much of each table is read. The start panel sets it for a quick try. */
export const SAMPLE_PARAMETER = {
  type: ['integer', 'null'],
  title: 'Row limit',
  description: 'Reads at most this many rows of each table, for a quick trial. Leave empty for no limit.',
  minimum: 1,
  maximum: 1_000_000,
  'x-sample-rows': true,
} as const

/** How much of a file is read for a sample of so many rows. */
export function sampledBytes(rows: number): number {
  return Math.max(LEAST_BYTES, rows * ROW_BYTES)
}

interface Sampled {
  file: { path: string; name: string }
  /** Only the start of the file was copied. */
  isCut: boolean
}

/**
 * The file to read for a sample of so many rows: of a long text file, a copy of its first lines, because reading
 * gigabytes for a thousand rows would take minutes. Files of other formats are used as they are; of a large workbook, only the
 * first rows of the sheet are read.
 */
export async function sampledFile(
  input: Pick<StepInput, 'name' | 'path'> & Partial<Pick<StepInput, 'stream' | 'sizeInBytes'>>,
  copy: string,
  rows: number | undefined,
): Promise<Sampled> {
  const { name, sizeInBytes = 0, stream } = input
  const bytes = sampledBytes(rows ?? 0)
  const whole = async () => ({ file: { path: await input.path(), name }, isCut: false })
  if (rows === undefined || sizeInBytes <= bytes || !stream) return whole()
  const head = await start(stream, 4096)
  if (!isText(head)) return whole()
  const part = await start(stream, bytes)
  // A line feed ends with the second byte in UTF-16, in either byte order.
  const end = part.lastIndexOf(0x0a)
  if (end < 0) return whole()
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe
  await pipeline([part.subarray(0, end + (isUtf16 ? 2 : 1))], createWriteStream(copy))
  return { file: { path: copy, name }, isCut: true }
}

async function start(stream: StepInput['stream'], bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await stream({ start: 0, end: bytes - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function isText(head: Buffer): boolean {
  const isParquet = head.subarray(0, 4).toString('latin1') === 'PAR1'
  const isJson = /^[\ufeff\s]*[[{]/.test(head.subarray(0, 200).toString('utf8'))
  return (
    !isParquet &&
    !isJson &&
    otherFormat(head) === undefined &&
    head.subarray(0, 4).toString('latin1') !== '\u00d0\u00cf\u0011\u00e0'
  )
}
