import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type DetectedEncoding, detectEncoding } from '@millrace/tables/encoding'
import { readHead } from './file-format.ts'

const CHUNK_BYTES = 1 << 20

export interface Utf8File {
  path: string
  /** For people: "UTF-8", "Latin-1", "UTF-16". */
  label: string
  notes: string[]
}

/**
 * Gives a text file as UTF-8, rewriting it only when it is something else. The whole file is looked at, not its head:
 * the first umlaut of a Latin-1 file may stand in its last row.
 */
export async function utf8File(path: string, copyPath: string): Promise<Utf8File> {
  const detected = detectEncoding(await readHead(path, 64 * 1024))
  if (detected.encoding !== 'utf-8') return recode(path, copyPath, detected)
  if (await isWhollyUtf8(path)) return { path, label: detected.label, notes: [] }
  const marked = detected.bomBytes > 0
  const note = 'The file is marked as UTF-8 but holds Latin-1 text; it was read as Latin-1.'
  const file = await recode(path, copyPath, { encoding: 'windows-1252', bomBytes: detected.bomBytes, label: 'Latin-1' })
  return { ...file, notes: marked ? [note] : [] }
}

async function recode(
  path: string,
  copyPath: string,
  { encoding, bomBytes, label }: DetectedEncoding,
): Promise<Utf8File> {
  const decoder = new TextDecoder(encoding)
  await pipeline(
    createReadStream(path, { start: bomBytes, highWaterMark: CHUNK_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
      yield Buffer.from(decoder.decode())
    },
    createWriteStream(copyPath),
  )
  return { path: copyPath, label, notes: [] }
}

async function isWhollyUtf8(path: string): Promise<boolean> {
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.length - unfinished(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) return false
    rest = Buffer.from(bytes.subarray(whole))
  }
  return rest.length === 0
}

/** How many bytes at the end belong to a character that goes on in the next chunk. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}
