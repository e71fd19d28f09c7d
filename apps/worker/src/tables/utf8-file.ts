import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type DetectedEncoding, detectEncoding } from '@millrace/tables/encoding'
import { readHead } from './file-format.ts'
import { count, plural } from './sentences.ts'

const CHUNK_BYTES = 1 << 20
/** A longer line is no row of a table; it is cut, so that it need not be held. */
const LINE_BYTES_MAX = 1 << 22

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
  if (detected.encoding.startsWith('utf-16')) return recode(path, copyPath, detected)
  if (detected.encoding === 'utf-8' && (await isWhollyUtf8(path))) return { path, label: detected.label, notes: [] }
  const found = await recodeLines(path, copyPath, detected.encoding === 'utf-8' ? detected.bomBytes : 0)
  const label = found.utf8 > 0 ? 'UTF-8 and Latin-1' : 'Latin-1'
  return { path: copyPath, label, notes: encodingNotes(found, detected.bomBytes > 0) }
}

function encodingNotes({ latin, utf8, firstLatin }: Lines, isMarked: boolean): string[] {
  if (utf8 > 0) {
    return [
      `The file mixes encodings: ${plural(utf8, 'line')} of UTF-8 and ${count(latin)} of Latin-1, the first in line ${count(firstLatin)}. Each was read as what it is.`,
    ]
  }
  return isMarked ? ['The file is marked as UTF-8 but holds Latin-1 text; it was read as Latin-1.'] : []
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

/** How many lines with more than ASCII are written in which encoding. */
interface Lines {
  latin: number
  utf8: number
  firstLatin: number
}

/** Decodes each line by itself: a file put together from several may change its encoding on the way. */
async function recodeLines(path: string, copyPath: string, start: number): Promise<Lines> {
  const latin1 = new TextDecoder('windows-1252')
  const lines: Lines = { latin: 0, utf8: 0, firstLatin: 0 }
  let line = 0
  const recoded = (bytes: Buffer): Buffer => {
    line += 1
    if (isAscii(bytes)) return bytes
    if (isUtf8(bytes)) {
      lines.utf8 += 1
      return bytes
    }
    lines.latin += 1
    if (lines.latin === 1) lines.firstLatin = line
    return Buffer.from(latin1.decode(bytes))
  }
  await pipeline(
    createReadStream(path, { start, highWaterMark: CHUNK_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      let rest: Buffer = Buffer.alloc(0)
      for await (const chunk of chunks) {
        const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
        const broken = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13)) + 1
        const whole = broken === 0 && bytes.length > LINE_BYTES_MAX ? bytes.length : broken
        yield Buffer.concat(linesOf(bytes.subarray(0, whole)).map(recoded))
        rest = bytes.subarray(whole)
      }
      if (rest.length > 0) yield recoded(rest)
    },
    createWriteStream(copyPath),
  )
  return lines
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(10, from) + 1 || bytes.length
    lines.push(bytes.subarray(from, to))
    from = to
  }
  return lines
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
