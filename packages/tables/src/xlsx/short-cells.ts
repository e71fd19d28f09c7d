/**
 * XLSB record types of cells that are stored without a column number. Such a cell is directly to the right of the
 * previous cell.
 */
const SHORT_CELLS = { from: 12, to: 18 }

/** The part of a record’s head read so far: its type and content length, with seven bits in each byte. */
interface Head {
  number: number
  length: number
  shift: number
  isLength: boolean
}

const start = (): Head => ({ number: 0, length: 0, shift: 0, isLength: false })

/** Whether a sheet of an XLSB file has cells without a column number. */
export async function hasShortCells(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let head = start()
  let skipped = 0
  let isFound = false
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += 1) {
      if (skipped > 0) {
        const passed = Math.min(skipped, chunk.length - at)
        skipped -= passed
        at += passed - 1
      } else if (addByte(head, chunk[at] ?? 0)) {
        isFound ||= head.number >= SHORT_CELLS.from && head.number <= SHORT_CELLS.to
        skipped = head.length
        head = start()
      }
    }
    if (isFound) return true
  }
  return false
}

/** Returns whether the byte completes the head. */
function addByte(head: Head, byte: number): boolean {
  const bits = (byte & 127) << head.shift
  if (head.isLength) head.length += bits
  else head.number += bits
  head.shift += 7
  if (byte > 127) return false
  const wasLength = head.isLength
  head.isLength = true
  head.shift = 0
  return wasLength
}
