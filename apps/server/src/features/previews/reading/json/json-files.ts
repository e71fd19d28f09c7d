import { type FileHandle, open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { decompressedFile, isGzip } from '@millrace/tables/decompressed-file'
import { detectEncoding } from '@millrace/tables/encoding'
import { TableFault } from '@millrace/tables/table-fault'
import { utf8File } from '@millrace/tables/utf8-file'
import type { PlainTextFacts, PlainTextTask } from '../../json-tasks.ts'
import { type ContentPart, gzipPart } from '../gzip-part.ts'
import type { JsonIndex } from './json-index.ts'

const ENCODING_BYTES = 4096
/** Maximum growth: two bytes of UTF-16 become at most three bytes of UTF-8. */
const UTF8_GROWTH = 1.5

/** Reads bytes from a position. At the end of the file, returns fewer bytes. */
export async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}

/** Returns whether the file is encoded in UTF-16, judged by its first bytes. */
export async function isUtf16(path: string): Promise<boolean> {
  await using file = await open(path)
  return detectEncoding(await readAt(file, 0, ENCODING_BYTES)).encoding.startsWith('utf-16')
}

/**
 * Writes the text of a gzip-compressed or UTF-16 file to `out`, so that any part of it can be read by position. Throws
 * a TableFault if the text is longer than `mostBytes`, or could become longer in UTF-8.
 */
export async function plainText(task: PlainTextTask): Promise<PlainTextFacts> {
  const { path, name, out, scratch, mostBytes, headBytes } = task
  if (headBytes !== undefined) return startOfText(task, headBytes)
  const tooLarge = (what: string) =>
    new TableFault(
      `${name} ${what} more than ${Math.floor(mostBytes / 1e6).toLocaleString('en-US')} MB, the limit for previews. Download it to view it.`,
    )
  const content = await decompressedFile({ path, name }, `${scratch}/content`, {
    most: mostBytes,
    tooLarge: () => tooLarge('decompresses to'),
  })
  const isWide = await isUtf16(content.path)
  if (isWide) {
    const { size } = await stat(content.path)
    if (size * UTF8_GROWTH > mostBytes) throw tooLarge('has')
    await utf8File({ ...content, encoding: 'auto' }, out)
  } else if (content.path !== path) await rename(content.path, out)
  return { isCopied: isWide || content.path !== path }
}

/** Writes only the start of the text, which is decompressed in memory. */
async function startOfText({ path, name, out, scratch }: PlainTextTask, headBytes: number): Promise<PlainTextFacts> {
  const { bytes, size } = await startOf({ path, name }, headBytes)
  const isWide = detectEncoding(bytes).encoding.startsWith('utf-16')
  const content = isWide ? `${scratch}/content` : out
  await writeFile(content, isWide ? bytes.subarray(0, bytes.length & ~1) : bytes)
  if (isWide) await utf8File({ path: content, name, encoding: 'auto' }, out)
  if (bytes.length === size) return { isCopied: true }
  const { size: written } = await stat(out)
  return { isCopied: true, wholeBytes: Math.max(written + 1, Math.round((size / bytes.length) * written)) }
}

async function startOf(file: { path: string; name: string }, most: number): Promise<ContentPart> {
  if (await isGzip(file.path)) return gzipPart(file, { offset: 0, most })
  await using handle = await open(file.path)
  return { bytes: await readAt(handle, 0, most), size: (await handle.stat()).size }
}

/** Writes the two arrays of the index, preceded by the length of the first one. */
export async function writeIndex(path: string, { large, marks }: JsonIndex): Promise<void> {
  const parts = [Float64Array.of(large.length), large, marks]
  await writeFile(path, Buffer.concat(parts.map((part) => new Uint8Array(part.buffer))))
}

export async function readIndex(path: string): Promise<JsonIndex> {
  const bytes = await readFile(path)
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const [length = 0] = numbers
  return { large: numbers.subarray(1, length + 1), marks: numbers.subarray(length + 1) }
}
