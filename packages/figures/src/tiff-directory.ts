import { type FileHandle, open } from 'node:fs/promises'

/** A field of a TIFF page. */
export interface TiffEntry {
  tag: number
  type: number
  count: number
  /** The field's values in little-endian order. Values outside the directory are truncated to `mostBytes`. */
  bytes: Buffer
}

const TYPE_BYTES: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  16: 8,
  17: 8,
  18: 8,
}
/** The types of rational numbers, which consist of two integers. */
const RATIONALS = [5, 10]
const ENTRIES_MAX = 500

/**
 * Reads the fields with the given tags from a page (0-based) of a TIFF or BigTIFF file. If the file is damaged, fields
 * may be missing or shortened; the decoder reports the damage.
 */
export async function readTiffEntries(
  path: string,
  page: number,
  { tags, mostBytes }: { tags: readonly number[]; mostBytes: number },
): Promise<TiffEntry[]> {
  await using handle = await open(path)
  const head = await bytesAt(handle, 0, 16)
  const isLittle = head.toString('latin1', 0, 2) === 'II'
  const number = (bytes: Buffer, at: number, length: number) => {
    if (bytes.length < at + length) return 0
    if (length === 8) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
    return isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length)
  }
  const version = number(head, 2, 2)
  const isTiff = /^(II|MM)$/.test(head.toString('latin1', 0, 2)) && (version === 42 || version === 43)
  const isBig = version === 43
  const [offsetBytes, countBytes, entryBytes] = isBig ? [8, 8, 20] : [4, 2, 12]
  const entriesAt = async (place: number) => number(await bytesAt(handle, place, countBytes), 0, countBytes)
  let start = isTiff ? number(head, isBig ? 8 : 4, offsetBytes) : Number.NaN
  for (let before = 0; before < page; before += 1) {
    const end = start + countBytes + (await entriesAt(start)) * entryBytes
    start = number(await bytesAt(handle, end, offsetBytes), 0, offsetBytes) || Number.NaN
  }
  const directory = await bytesAt(
    handle,
    start + countBytes,
    Math.min(ENTRIES_MAX, await entriesAt(start)) * entryBytes,
  )
  const entries: TiffEntry[] = []
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const tag = number(directory, at, 2)
    if (!tags.includes(tag)) continue
    const type = number(directory, at + 2, 2)
    const count = number(directory, at + 4, offsetBytes)
    const size = count * (TYPE_BYTES[type] ?? 1)
    const value = at + 4 + offsetBytes
    const bytes =
      size <= offsetBytes
        ? directory.subarray(value, value + size)
        : await bytesAt(handle, number(directory, value, offsetBytes), Math.min(size, mostBytes))
    // There are fewer values than `count` if the file is truncated or the field is longer than `mostBytes`.
    const whole = Math.floor(bytes.length / (TYPE_BYTES[type] ?? 1))
    entries.push({ tag, type, count: Math.min(count, whole), bytes: isLittle ? bytes : swapped(bytes, type) })
  }
  return entries
}

function swapped(bytes: Buffer, type: number): Buffer {
  const width = (TYPE_BYTES[type] ?? 1) / (RATIONALS.includes(type) ? 2 : 1)
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % width)))
  if (width === 2) return whole.swap16()
  if (width === 4) return whole.swap32()
  return width === 8 ? whole.swap64() : whole
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
