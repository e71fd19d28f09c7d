import { open } from 'node:fs/promises'
import { LIMITS } from '@millrace/contracts/limits'
import { type PreviewKind, previewKind } from '@millrace/contracts/media-types'
import type { TextPreviewProperties } from '@millrace/contracts/previews'
import { type DetectedEncoding, decode, detectShown } from '@millrace/tables/encoding'
import { jsonFault } from '@millrace/tables/json-fault'
import { TableFault } from '@millrace/tables/table-fault'
import { unfinished } from '@millrace/tables/utf8-file'
import { Problem } from '#problem.ts'
import type { PreviewFile } from './preview-file.ts'
import { type ContentPart, gzipPart } from './reading/gzip-part.ts'

const JSON_KINDS: readonly PreviewKind[] = ['json', 'notebook', 'map']

/** Where a part of a text starts: the byte offset, and the number of the first line. */
export interface TextPlace {
  offset: number
  line: number
}

/** Returns the first megabyte of a text or JSON file as text. An incomplete character at the end is omitted. */
export async function textPreview(file: PreviewFile): Promise<TextPreviewProperties> {
  return (await textPart(file)).properties
}

/**
 * Returns up to a megabyte of a text, and where the next part starts, if there is one. `unpacked` reads later parts of
 * gzip-compressed text. Reading a part means decompressing everything before it.
 */
export async function textPart(
  file: PreviewFile,
  place: TextPlace = START,
  unpacked: (offset: number) => Promise<ContentPart> = (offset) => readGzipped(file, offset),
): Promise<{ properties: TextPreviewProperties; next: TextPlace | undefined }> {
  if (place.offset === 0) return firstPart(file)
  const { bytes, size } = await (file.isGzipped ? unpacked(place.offset) : readPart(file, place.offset))
  const encoding = { ...detectShown((await readStart(file)).bytes), bomBytes: 0 }
  const left = Math.max(0, size - place.offset - bytes.length)
  const properties: TextPreviewProperties = {
    Kind: 'text',
    Text: decode(bytes, encoding, { isCut: left > 0 }),
    BytesLeftOut: left,
    Offset: place.offset,
    FirstLine: place.line,
    Encoding: encoding.label,
    ...faulty(null),
  }
  return { properties, next: left > 0 ? partAfter(bytes, place, encoding) : undefined }
}

const START: TextPlace = { offset: 0, line: 1 }
const [FEED, RETURN] = [10, 13]

/**
 * Returns where the next part starts. If a line is cut off at the end of this part, the next part repeats the line.
 */
function partAfter(bytes: Buffer, { offset, line }: TextPlace, { encoding }: DetectedEncoding): TextPlace {
  const { lines, end } = wholeLines(bytes, encoding)
  if (lines > 0) return { offset: offset + end, line: line + lines }
  // A line that fills the whole part is continued in the next part, after the last complete character of this part.
  const rest = encoding === 'utf-8' ? unfinished(bytes) : bytes.length % widthOf(encoding)
  return { offset: offset + bytes.length - rest, line }
}

function widthOf(encoding: string): 1 | 2 {
  return encoding.startsWith('utf-16') ? 2 : 1
}

/** Counts the lines that end within the bytes. A CR at the end is not counted, because an LF may follow. */
function wholeLines(bytes: Buffer, encoding: string): { lines: number; end: number } {
  const width = widthOf(encoding)
  const characterAt = (at: number) => {
    if (width === 1) return bytes[at]
    return encoding === 'utf-16be' ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)
  }
  let [lines, end] = [0, 0]
  for (let at = 0; at + width <= bytes.length; at += width) {
    const character = characterAt(at)
    const next = at + width
    const isLone = character === RETURN && next + width <= bytes.length && characterAt(next) !== FEED
    if (character !== FEED && !isLone) continue
    lines += 1
    end = next
  }
  return { lines, end }
}

async function firstPart(file: PreviewFile) {
  const { bytes, size } = await readStart(file)
  const encoding = detectShown(bytes)
  const isCut = bytes.length < size
  const text = decode(bytes, encoding, { isCut })
  const kind = JSON_KINDS.includes(previewKind(file.mediaType)) ? 'json' : 'text'
  const properties: TextPreviewProperties = {
    Kind: kind,
    Text: text,
    BytesLeftOut: size - bytes.length,
    Encoding: encoding.label,
    ...faulty(kind === 'json' && !isCut ? faultOfJson(text) : null),
  }
  return { properties, next: isCut ? partAfter(bytes, START, encoding) : undefined }
}

/**
 * Returns the properties of a text preview that describe an error: the message, and the number of the line that the
 * message mentions, if any.
 */
export function faulty(Fault: string | null): Pick<TextPreviewProperties, 'Fault' | 'FaultLine'> {
  const [, line] = /\bline ([\d,]+)\b/i.exec(Fault ?? '') ?? []
  return { Fault, FaultLine: line === undefined ? null : Number(line.replaceAll(',', '')) }
}

function readStart(file: PreviewFile): Promise<ContentPart> {
  return file.isGzipped ? readGzipped(file, 0) : readPart(file, 0)
}

async function readPart({ path }: PreviewFile, offset: number): Promise<ContentPart> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  const length = Math.max(0, Math.min(size - offset, LIMITS.previewTextBytes))
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return { bytes: buffer.subarray(0, bytesRead), size }
}

async function readGzipped(file: PreviewFile, offset: number): Promise<ContentPart> {
  try {
    return await gzipPart(file, { offset, most: LIMITS.previewTextBytes })
  } catch (error) {
    throw error instanceof TableFault ? new Problem('preview-failed', error.message) : error
  }
}

function faultOfJson(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    if (text.trim() === '') return 'The file is empty.'
    const place = jsonFault(text)
    if (place === undefined) return 'The file ends before its JSON is complete.'
    return `Line ${place.line.toLocaleString('en-US')}, column ${place.column.toLocaleString('en-US')} is not JSON.`
  }
}
