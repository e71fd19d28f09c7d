import type { FileHandle } from 'node:fs/promises'

const END = 0x06054b50
const END_BYTES = 22
const COMMENT_BYTES_MAX = 0xffff
/** Number of bytes that are searched for the end of the archive, besides the archive’s comment of up to 64 kB. */
const SEARCHED_BYTES = 1_000_000
/** Marks a field whose value is in the ZIP64 record. An archive with that record is assumed to start at byte 0. */
const IN_ZIP64 = 0xffffffff

/**
 * Finds the start and end of a ZIP archive in a file. A program may precede the archive, as in self-extracting files,
 * and some transfers append bytes. Undefined if the file has no archive.
 */
export async function zipBounds(file: FileHandle): Promise<{ start: number; end: number } | undefined> {
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, SEARCHED_BYTES + END_BYTES + COMMENT_BYTES_MAX))
  const tailStart = size - tail.length
  await file.read(tail, 0, tail.length, tailStart)
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END) continue
    const [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    const end = tailStart + at + END_BYTES + tail.readUInt16LE(at + 20)
    const start = offset === IN_ZIP64 || bytes === IN_ZIP64 ? 0 : tailStart + at - bytes - offset
    if (end <= size && start >= 0) return { start: await startOf(file, start), end }
  }
  return undefined
}

/**
 * Returns `start` if an archive starts there, otherwise 0. `start` is wrong if the archive has other bytes between its
 * central directory and its end record. Offsets are then taken as relative to the start of the file.
 */
async function startOf(file: FileHandle, start: number): Promise<number> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, start)
  return bytesRead === 2 && buffer.toString('latin1') === 'PK' ? start : 0
}
