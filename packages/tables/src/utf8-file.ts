import { isAscii, isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type DetectedEncoding, detectEncoding } from './encoding.ts'
import { fileChunks } from './file-chunks.ts'
import { readHead } from './file-format.ts'
import {
  LEGACY_ENCODINGS,
  type LegacyEncoding,
  legacyEncoding,
  type NamedEncoding,
  textDecoder,
} from './legacy-encoding.ts'
import { count, plural } from './sentences.ts'
import { TableFault } from './table-fault.ts'

const CHUNK_BYTES = 1 << 20
/** Maximum length of a line that is held in memory. A longer line can’t be a table row and is converted in parts. */
const LINE_BYTES_MAX = 1 << 22

/** A text file in UTF-8: the file itself, or a converted copy. */
export interface Utf8File {
  path: string
  /** A label for users, such as "UTF-8" or "Latin-1". */
  label: string
  notes: string[]
}

interface TextFile {
  path: string
  /** The file name that users see. */
  name: string
  encoding: NamedEncoding
  /** Reads a file as Latin-1 if its encoding can't be detected, instead of refusing it. */
  isTolerant?: boolean
}

/**
 * Returns a text file as UTF-8. The file is rewritten only if it has another encoding. The whole file is checked,
 * because the first umlaut of a Latin-1 file may be in its last row.
 */
export async function utf8File({ path, name, encoding, isTolerant }: TextFile, copyPath: string): Promise<Utf8File> {
  const detected = detectEncoding(await readHead(path, 64 * 1024))
  if (encoding !== 'auto' && encoding !== 'utf-8' && detected.bomBytes === 0) {
    const file = await recode(path, copyPath, { encoding, bomBytes: 0, label: LEGACY_ENCODINGS[encoding] })
    if (file.wrong > 0) throw new TableFault(notInEncoding(name, file))
    return file
  }
  if (detected.encoding.startsWith('utf-16')) return recode(path, copyPath, detected)
  if (detected.encoding === 'utf-8' && (await isWhollyUtf8(path))) return { path, label: detected.label, notes: [] }
  if (encoding === 'utf-8') throw new TableFault(notInEncoding(name, { label: 'UTF-8' }))
  const found = legacyEncoding(await foreignLines(path))
  if (!found && !isTolerant) throw new TableFault(untold(name))
  const legacy = found ?? 'windows-1252'
  const start = detected.encoding === 'utf-8' ? detected.bomBytes : 0
  const lines = await recodeLines(path, copyPath, { start, encoding: legacy })
  const label = found ? LEGACY_ENCODINGS[found] : 'unknown encoding, shown as Latin-1'
  const notes = encodingNotes(lines, { isMarked: detected.bomBytes > 0, label })
  if (legacy !== 'windows-1252')
    notes.push(
      `The file was read as ${label}, which was guessed from its characters. Set “Encoding” if they look wrong.`,
    )
  return { path: copyPath, label: lines.utf8 > 0 ? `UTF-8 and ${label}` : label, notes }
}

function notInEncoding(name: string, { label }: Pick<Utf8File, 'label'>): string {
  return `${name} is not written in ${label}: some of its bytes are not valid in that encoding. Set “Encoding” to auto or to another one.`
}

function untold(name: string): string {
  return `${name} is not UTF-8, and its encoding could not be detected. Set “Encoding” to the right one, such as windows-1251 or shift_jis, or save it as UTF-8.`
}

const FOREIGN_BYTES_MAX = 64 * 1024

/** Returns the first lines that are not UTF-8, enough to detect their encoding. */
async function foreignLines(path: string): Promise<Buffer> {
  const found: Buffer[] = []
  let size = 0
  for await (const chunk of fileChunks(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const lines = linesOf(chunk).filter((line) => !isAscii(line) && !isUtf8(line))
    for (const line of lines) {
      const part = line.subarray(0, FOREIGN_BYTES_MAX - size)
      found.push(part)
      size += part.length
      if (size >= FOREIGN_BYTES_MAX) return Buffer.concat(found)
    }
  }
  return Buffer.concat(found)
}

function encodingNotes(
  { foreign, utf8, firstForeign }: Lines,
  { isMarked, label }: { isMarked: boolean; label: string },
): string[] {
  if (utf8 > 0) {
    return [
      `The file mixes encodings: ${plural(utf8, 'line')} of UTF-8 and ${count(foreign)} of ${label}, the first on line ${count(firstForeign)}. Each line was read in its own encoding.`,
    ]
  }
  return isMarked ? [`The file is marked as UTF-8 but contains ${label} text; it was read as ${label}.`] : []
}

async function recode(
  path: string,
  copyPath: string,
  { encoding, bomBytes, label }: Omit<DetectedEncoding, 'encoding'> & { encoding: string },
): Promise<Utf8File & { wrong: number }> {
  const decoder = textDecoder(encoding)
  let wrong = 0
  const decode = (chunk?: Buffer) => {
    const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    if (text.includes('\ufffd')) wrong += 1
    return Buffer.from(text)
  }
  await pipeline(
    fileChunks(path, { start: bomBytes, highWaterMark: CHUNK_BYTES }),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decode(chunk)
      yield decode()
    },
    createWriteStream(copyPath),
  )
  return { path: copyPath, label, notes: [], wrong }
}

/** How many lines with non-ASCII characters have each encoding, and the first line that is not UTF-8. */
interface Lines {
  foreign: number
  utf8: number
  firstForeign: number
}

/** Converts a file to UTF-8 line by line. The encoding of a concatenated file may change between lines. */
async function recodeLines(
  path: string,
  copyPath: string,
  { start, encoding }: { start: number; encoding: LegacyEncoding },
): Promise<Lines> {
  const legacy = textDecoder(encoding)
  const lines: Lines = { foreign: 0, utf8: 0, firstForeign: 0 }
  let line = 0
  const recoded = (bytes: Buffer): Buffer => {
    line += 1
    if (isAscii(bytes)) return bytes
    if (isUtf8(bytes)) {
      lines.utf8 += 1
      return bytes
    }
    lines.foreign += 1
    if (lines.foreign === 1) lines.firstForeign = line
    return Buffer.from(legacy.decode(bytes))
  }
  await pipeline(
    fileChunks(path, { start, highWaterMark: CHUNK_BYTES }),
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
  for await (const chunk of fileChunks(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.length - unfinished(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) return false
    rest = Buffer.from(bytes.subarray(whole))
  }
  return rest.length === 0
}

/**
 * Finds what the engine silently mishandles: zero bytes, which it keeps, and lines longer than its buffer, which it may
 * drop. Only lines that cross a chunk boundary are measured, because a chunk is shorter than the limit.
 */
export async function irregularBytes(
  path: string,
  lineMax: number,
): Promise<{ hasZeros: boolean; hasLongLine: boolean }> {
  let [line, hasZeros, hasLongLine] = [0, false, false]
  for await (const chunk of fileChunks(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hasZeros ||= chunk.includes(0)
    const [feed, back] = [chunk.indexOf(10), chunk.indexOf(13)]
    const first = feed < 0 || (back >= 0 && back < feed) ? back : feed
    hasLongLine ||= line + (first < 0 ? chunk.length : first) > lineMax
    line = first < 0 ? line + chunk.length : chunk.length - Math.max(chunk.lastIndexOf(10), chunk.lastIndexOf(13))
  }
  return { hasZeros, hasLongLine }
}

/** Returns the number of bytes at the end that belong to a character continued in the next chunk. */
export function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}
