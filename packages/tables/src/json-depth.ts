import { createReadStream } from 'node:fs'

const CHUNK_BYTES = 1 << 20
/** Levels of nesting that the engine’s parser surely has room for on its stack. */
const DEPTH_MAX = 5_000
const [NEWLINE, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether a line of JSON is nested so deeply that parsing it would crash the process. Only lines that are long enough for
 * that are scanned: the others take no time.
 */
export async function isTooDeep(path: string): Promise<boolean> {
  const line = depthScan()
  let isInLine = false
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    while (at < bytes.length) {
      if (!isInLine) at = afterShortLines(bytes, at)
      if (!isInLine && bytes.length - at <= DEPTH_MAX) break
      if (!isInLine) line.restart()
      const end = bytes.indexOf(NEWLINE, at)
      const stop = end < 0 ? bytes.length : end
      if (line.reaches(bytes.subarray(at, stop))) return true
      isInLine = end < 0
      at = stop
    }
    rest = bytes.subarray(at)
  }
  return false
}

/** Where the first line starts that is long, or ends in a later part of the file. */
function afterShortLines(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const end = bytes.lastIndexOf(NEWLINE, at + DEPTH_MAX)
    if (end < at) return at
    at = end + 1
  }
}

/** Follows the nesting of a line, part by part. */
function depthScan() {
  let [depth, isInText, isEscaped] = [0, false, false]
  return {
    restart: () => {
      depth = 0
      isInText = false
      isEscaped = false
    },
    reaches: (bytes: Buffer): boolean => {
      for (const byte of bytes) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = isInText
        else if (byte === QUOTE) isInText = !isInText
        else if (isInText) continue
        else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
          depth += 1
          if (depth > DEPTH_MAX) return true
        } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1)
      }
      return false
    },
  }
}
