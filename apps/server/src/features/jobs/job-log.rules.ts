import { LIMITS } from '@millrace/contracts/limits'
import type { LogLine } from '@millrace/contracts/worker'

/** The type of a log as a link names it and its reply has it. */
export const LOG_TYPE = 'text/plain; charset=utf-8'

/** A line as stored: when, which stream, what. */
export type StoredLine = [at: string, stream: 'out' | 'err', text: string]

/** A reported line in the form it is kept: one line, without control characters, of bounded length. */
export function storedLine(line: LogLine): StoredLine {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const text = line.text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ' ')
  const cut =
    text.length > LIMITS.logLineMax
      ? `${text.slice(0, LIMITS.logLineMax)} … (${text.length - LIMITS.logLineMax} characters left out)`
      : text
  return [new Date(line.at).toISOString(), line.stream, storable(cut)]
}

/** A text without what the database cannot store: NUL characters, and halves of characters, as cutting leaves them. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed()
}

/** The plain-text form of lines: time, a mark for the error stream, text. */
export function plainText(lines: StoredLine[]): string {
  return lines.map(([at, stream, text]) => `${at} ${stream === 'err' ? '!' : ' '} ${text}\n`).join('')
}

/** Small enough that a reader may hold some of them in memory. */
const CHUNK_BYTES = 256 * 1024

/** Lines as they are kept: in pieces, and once `room` bytes are full the rest is left out, which a last line says. */
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

function truncation([at]: StoredLine): StoredLine {
  return [at, 'err', `The log reached its limit of ${LIMITS.logBytesPerJob / 1_000_000} MB. What follows was not kept.`]
}
