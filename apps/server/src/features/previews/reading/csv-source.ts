import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Dialect, detectDialect } from '@millrace/tables/dialect'
import { type DetectedEncoding, decode, detectShown } from '@millrace/tables/encoding'
import { rewriteSpaced } from '@millrace/tables/spaced'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { BuildTask } from '../preview-task.ts'
import { count, Unreadable } from './unreadable.ts'

/** A delimited file as UTF-8, with its form known. */
export interface CsvSource {
  /** The file itself, or a copy in UTF-8, or a copy of its head. */
  path: string
  encoding: DetectedEncoding
  /** How `path` is written. */
  dialect: Dialect
  /** How the file itself is written. */
  described: Dialect
  sizeInBytes: number
  /** Blank lines stand between its rows, and no lines of delimiters alone. */
  hasBlankLines: boolean
  /** Share of the file that `path` holds; below 1 only for a head. */
  share: number
}

/** Recognises encoding and dialect, and makes the copy the table engine reads where the file itself will not do. */
export async function openCsv(task: BuildTask, forced?: DetectedEncoding): Promise<CsvSource> {
  const { head, sizeInBytes } = await readHead(task.path)
  const encoding = forced ?? detectShown(head)
  const isWhole = head.length === sizeInBytes
  const text = decode(head, encoding)
  if (!isWhole && !/[\r\n]/.test(text)) throw longLine(1)
  const dialect = detectDialect(isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1 || text.length), {
    ...(task.format === 'tsv' && { delimiter: '\t' }),
  })
  const cut = task.headBytes !== undefined && task.headBytes < sizeInBytes ? task.headBytes : undefined
  const share = cut === undefined ? 1 : cut / sizeInBytes
  const isUtf8 = cut === undefined && encoding.encoding === 'utf-8'
  const utf8 = isUtf8 ? task.path : path.join(task.scratch, `${encoding.encoding}.csv`)
  if (!isUtf8) await writeUtf8(task.path, utf8, encoding, cut)
  await refuseLongLines(utf8)
  const hasBlankLines = /[\r\n]\s*?\n[^\n]/.test(text.replaceAll('\r\n', '\n')) && !/^[,;\t|]+\r?$/m.test(text)
  const source = { encoding, described: dialect, sizeInBytes, share, hasBlankLines }
  const copy = path.join(task.scratch, 'plain.csv')
  if (dialect.delimiter === ' ') return { ...source, dialect: await rewriteSpaced(utf8, copy, dialect), path: copy }
  if (dialect.plainHead) return { ...source, dialect, path: utf8 }
  const bytesBefore = Buffer.byteLength(firstLines(text, dialect.skipLines)) + (isUtf8 ? encoding.bomBytes : 0)
  await writePlainHead({ from: utf8, to: copy, lines: dialect.skipLines, bytesBefore })
  return { ...source, dialect, path: copy }
}

interface PlainHead {
  from: string
  to: string
  lines: number
  bytesBefore: number
}

/** The table engine counts lines in its own way where some are blank or go on within quotation marks. */
async function writePlainHead({ from, to, lines, bytesBefore }: PlainHead): Promise<void> {
  await pipeline(async function* () {
    yield 'x\n'.repeat(lines)
    yield* createReadStream(from, { start: bytesBefore, highWaterMark: 1 << 20 })
  }, createWriteStream(to))
}

function firstLines(text: string, lines: number): string {
  return new RegExp(`^(?:[^\\r\\n]*(?:\\r\\n|\\n|\\r|$)){${lines}}`).exec(text)?.[0] ?? ''
}

async function readHead(file: string): Promise<{ head: Buffer; sizeInBytes: number }> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, PREVIEW_LIMITS.lineBytes)), 0)
  return { head: buffer.subarray(0, bytesRead), sizeInBytes: size }
}

/** Copies as UTF-8; a cut copy ends with the last whole line. */
async function writeUtf8(from: string, to: string, encoding: DetectedEncoding, cut?: number): Promise<void> {
  const decoder = new TextDecoder(encoding.encoding)
  let held = ''
  const recode = new Transform({
    decodeStrings: true,
    transform(chunk: Buffer, _encoding, done) {
      const text = held + decoder.decode(chunk, { stream: true })
      const end = cut === undefined ? text.length : text.lastIndexOf('\n') + 1
      held = text.slice(end)
      done(null, text.slice(0, end))
    },
    flush(done) {
      if (held.length > PREVIEW_LIMITS.lineBytes) done(longLine())
      else done(null, cut === undefined ? decoder.decode() : '')
    },
  })
  const end = cut === undefined ? {} : { end: cut - 1 }
  await pipeline(createReadStream(from, { highWaterMark: 1 << 20, ...end }), recode, createWriteStream(to))
}

/**
 * A line that covers a whole block has no line break in it. Such lines are refused here because the table engine may
 * drop them without a word when it reads in parallel.
 */
async function refuseLongLines(file: string): Promise<void> {
  let lines = 1
  for await (const block of createReadStream(file, { highWaterMark: PREVIEW_LIMITS.lineBytes })) {
    const bytes = block as Buffer
    const broken = bytes.includes(10) || bytes.includes(13)
    if (!broken && bytes.length >= PREVIEW_LIMITS.lineBytes) throw longLine(lines)
    lines += broken ? 1 : 0
  }
}

function longLine(line?: number): Unreadable {
  const which = line === 1 ? 'Line 1' : 'A line'
  return new Unreadable(`${which} is longer than ${count(PREVIEW_LIMITS.lineBytes / 1000)} kB, so it is no table row.`)
}
