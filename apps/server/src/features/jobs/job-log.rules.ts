import { LIMITS } from '@millrace/contracts/limits'
import type { LogLine } from '@millrace/contracts/worker'

/** The media type of a log, for both its link and the response. */
export const LOG_TYPE = 'text/plain; charset=utf-8'

export type StoredLine = [at: string, stream: 'out' | 'err', text: string]

/** Converts a reported line to a single line of limited length without control characters other than tabs. */
export function storedLine(line: LogLine): StoredLine {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
  const text = line.text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ' ')
  const cut =
    text.length > LIMITS.logLineMax
      ? `${text.slice(0, LIMITS.logLineMax)} … (${text.length - LIMITS.logLineMax} characters omitted)`
      : text
  return [new Date(line.at).toISOString(), line.stream, storable(cut)]
}

/** Replaces what the database cannot store: NUL characters and unpaired surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}

/** Formats lines as plain text: time, a marker for the error stream, text. */
export function plainText(lines: StoredLine[]): string {
  return lines.map(([at, stream, text]) => `${at} ${stream === 'err' ? '!' : ' '} ${text}\n`).join('')
}

/** Size of a chunk, small enough for a reader to hold several chunks in memory. */
const CHUNK_BYTES = 256 * 1024

/** Splits lines into chunks. Lines after the one that uses up `room` bytes are dropped, and a final line says so. */
export function chunksOf(lines: StoredLine[], room: number): StoredLine[][] {
  const chunks: StoredLine[][] = []
  let [left, space] = [room, 0]
  for (const line of lines) {
    if (space <= 0) {
      chunks.push([])
      space = CHUNK_BYTES
    }
    const size = Buffer.byteLength(plainText([line]))
    chunks.at(-1)?.push(line)
    space -= size
    left -= size
    if (left > 0) continue
    chunks.at(-1)?.push(truncation(line))
    break
  }
  return chunks
}

const TRUNCATED = `The log reached its limit of ${LIMITS.logBytesPerJob / 1_000_000} MB, or this account has no storage left. Later lines were discarded.`

function truncation([at]: StoredLine): StoredLine {
  return [at, 'err', TRUNCATED]
}

/** Whether a log that ends with this line is truncated. */
export function isTruncation([, stream, text]: StoredLine): boolean {
  return stream === 'err' && text === TRUNCATED
}
