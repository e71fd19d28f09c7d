import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ScanOptions } from './scan-delimited.ts'

const CHUNK_BYTES = 1 << 19
const WRITE_CHARS = 1 << 18

export interface Repair {
  /** Records left out because they have more cells than the header has names, with something in them. */
  dropped: number
}

/**
 * Writes a delimited UTF-8 file anew so that every record has the same number of fields, is quoted by the book and ends
 * with a line feed: `,` between fields, `"` around those that need it. Short records are filled with empty cells; empty
 * cells too many are cut. Blank lines and lines before the table are left out. Each record begins with its row's number
 * in the original, which is 0 for a header.
 */
export async function repairDelimited(path: string, copyPath: string, options: ScanOptions): Promise<Repair> {
  const repair = { dropped: 0 }
  let text = ''
  let row = options.hasHeader ? -1 : 0
  const reader = recordReader(options, (fields) => {
    row += 1
    const excess = fields.slice(options.width)
    if (excess.some((field) => field.trim() !== '')) repair.dropped += 1
    else text += `${row},${recordText(fields, options.width)}\n`
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

function recordText(fields: readonly string[], width: number): string {
  let text = ''
  for (let at = 0; at < width; at += 1) {
    const field = fields[at] ?? ''
    if (at > 0) text += ','
    text += /[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
  }
  return text
}

/** Splits text that comes in pieces into records by the rules of `scanDelimited`; odd quotation marks are plain text. */
export function recordReader(
  { delimiter, quote, escapedBy, skipLines }: Omit<ScanOptions, 'width' | 'hasHeader'>,
  onRecord: (fields: string[]) => void,
) {
  let fields: string[] = []
  let field = ''
  let state: 'start' | 'bare' | 'quoted' | 'escape' | 'after-quote' = 'start'
  let skipping = skipLines
  let afterReturn = false

  function endField() {
    fields.push(field)
    field = ''
    state = 'start'
  }

  function endLine() {
    endField()
    const blank = fields.length === 1 && fields[0] === ''
    if (skipping > 0) skipping -= 1
    else if (!blank) onRecord(fields)
    fields = []
  }

  function readChar(char: string) {
    if (state === 'quoted') {
      if (char === quote) state = 'after-quote'
      else if (char === '\\' && escapedBy === '\\') state = 'escape'
      else field += char
    } else if (state === 'escape') {
      field += char === quote ? char : `\\${char}`
      state = 'quoted'
    } else readPlain(char)
  }

  function readPlain(char: string) {
    if (char === '\n') {
      if (!afterReturn) endLine()
      afterReturn = false
      return
    }
    afterReturn = char === '\r'
    if (afterReturn) endLine()
    else if (char === delimiter) endField()
    else if (char === quote && state === 'start' && skipping === 0) state = 'quoted'
    else {
      if (char === quote && state === 'after-quote') state = 'quoted'
      else if (state !== 'after-quote') state = 'bare'
      if (char !== '\0') field += char
    }
  }

  return {
    read(text: string) {
      for (const char of text) readChar(char)
    },
    end() {
      if (field !== '' || fields.length > 0) endLine()
    },
  }
}
