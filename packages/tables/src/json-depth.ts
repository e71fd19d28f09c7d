import { fileChunks } from './file-chunks.ts'
import { jsonNesting } from './json-nesting.ts'

const CHUNK_BYTES = 1 << 20
/** Maximum depth that always fits on the stack of the engine’s parser. */
const DEPTH_MAX = 5_000
const NEWLINE = 0x0a

/** Whether JSON is nested so deeply that parsing it might crash the process. */
export async function isTooDeep(path: string, format: 'array' | 'newline_delimited'): Promise<boolean> {
  const chunks: AsyncIterable<Buffer> = fileChunks(path, { highWaterMark: CHUNK_BYTES })
  return format === 'array' ? isTextTooDeep(chunks) : isLineTooDeep(chunks)
}

async function isTextTooDeep(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  const depthAfter = jsonNesting()
  for await (const chunk of chunks) if (reaches(chunk, depthAfter)) return true
  return false
}

/** Whether any line is nested too deeply. To save time, skips lines that are too short to exceed the maximum. */
async function isLineTooDeep(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let depthAfter = jsonNesting()
  let isInLine = false
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (at < bytes.length) {
      if (!isInLine) at = afterShortLines(bytes, at)
      if (!isInLine && bytes.length - at <= DEPTH_MAX) break
      if (!isInLine) depthAfter = jsonNesting()
      const end = bytes.indexOf(NEWLINE, at)
      const stop = end < 0 ? bytes.length : end
      if (reaches(bytes.subarray(at, stop), depthAfter)) return true
      isInLine = end < 0
      at = stop
    }
    rest = bytes.subarray(at)
  }
  return false
}

/** Uses indexes: iterators take twice as long. */
function reaches(bytes: Buffer, depthAfter: (byte: number) => number): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (depthAfter(bytes[at] ?? 0) > DEPTH_MAX) return true
  return false
}

/** Returns the start of the first line that is longer than the maximum depth or does not end within these bytes. */
function afterShortLines(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const end = bytes.lastIndexOf(NEWLINE, at + DEPTH_MAX)
    if (end < at) return at
    at = end + 1
  }
}
