import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type DelimitedRecord, recordReader } from './record-reader.ts'
import type { ScanOptions } from './scan-delimited.ts'

const CHUNK_BYTES = 1 << 19
const WRITE_CHARS = 1 << 18

/** Something that was found in rows: how many, and the first. */
export interface Oddity {
  count: number
  first: { row: number; line: number; cells: number }
}

export interface Repair {
  /** Rows with fewer cells than columns: filled up with empty ones. */
  short?: Oddity
  /** Rows with more cells than columns and something in them: left out. */
  long?: Oddity
  /** Rows with a quotation mark that is never closed: read as plain text. */
  openQuotes?: Oddity
  /** Remarks between the rows: left out. */
  comments?: Oddity
}

/**
 * Writes a delimited UTF-8 file anew so that every record has the same number of fields, is quoted by the book and ends
 * with a line feed: `,` between fields, `"` around those that need it. Short records are filled with empty cells; empty
 * cells too many are cut. Blank lines and lines before the rows are left out. Each record begins with its row's number
 * in the original.
 */
export async function repairDelimited(path: string, copyPath: string, options: ScanOptions): Promise<Repair> {
  const { width } = options
  const repair: Repair = {}
  let text = ''
  let row = 0
  const reader = recordReader(options, (record) => {
    const { fields } = record
    if (width > 1 && fields.length === 1 && /^\s*(#|\/\/)/.test(fields[0] ?? '')) {
      repair.comments = oneMore(repair.comments, record, row + 1)
      return
    }
    row += 1
    if (record.openQuote) repair.openQuotes = oneMore(repair.openQuotes, record, row)
    if (fields.length < width) repair.short = oneMore(repair.short, record, row)
    const isLong = fields.slice(width).some((field) => field.trim() !== '')
    if (isLong) repair.long = oneMore(repair.long, record, row)
    else text += `${row},${recordText(fields, width)}\n`
  })
  await pipeline(
    createReadStream(path, { highWaterMark: CHUNK_BYTES, encoding: 'utf8' }),
    async function* (chunks: AsyncIterable<string>) {
      for await (const chunk of chunks) {
        reader.read(chunk)
        if (text.length < WRITE_CHARS) continue
        yield text
        text = ''
      }
      reader.end()
      yield text
    },
    createWriteStream(copyPath),
  )
  return repair
}

function oneMore(found: Oddity | undefined, { fields, line }: DelimitedRecord, row: number): Oddity {
  return found ? { ...found, count: found.count + 1 } : { count: 1, first: { row, line, cells: fields.length } }
}

function recordText(fields: readonly string[], width: number): string {
  let text = ''
  for (let at = 0; at < width; at += 1) {
    const field = fields[at] ?? ''
    if (at > 0) text += ','
    text += /[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
  }
  return text
}
