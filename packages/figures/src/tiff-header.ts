import { type FileHandle, open } from 'node:fs/promises'

/** What the header of a TIFF page says that the decoder does not. */
export interface TiffHeader {
  compression: string | null
  /** What its samples mean, such as 5 for inks. */
  photometric: number | null
  /** Whether the channel after gray or color is transparency, and not one of another kind. */
  hasTransparency: boolean
  /** Of the first channel. */
  bitsPerSample: number | null
  /** The value that means "no data" in maps. */
  noData: number | null
}

const COMPRESSIONS: Record<number, string> = {
  1: 'none',
  2: 'CCITT',
  3: 'CCITT fax 3',
  4: 'CCITT fax 4',
  5: 'LZW',
  6: 'JPEG',
  7: 'JPEG',
  8: 'Deflate',
  32773: 'PackBits',
  32946: 'Deflate',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50001: 'WebP',
}
const BITS_TAG = 258
const COMPRESSION_TAG = 259
/** Compressions without which the decoder is built. */
export const UNSUPPORTED_COMPRESSIONS: readonly string[] = ['Zstandard', 'LZMA', 'WebP', 'JPEG 2000', 'LERC']
/** Colors by how people perceive them, as the header names them. */
const LAB = [8, 9, 10]
const PHOTOMETRIC_TAG = 262
const EXTRA_SAMPLES_TAG = 338
const TRANSPARENCIES = [1, 2]
const NO_DATA_TAG = 42113
const ENTRIES_MOST = 500
const TEXT_MOST = 64

/**
 * Reads the directory of a page, counted from 0, of a TIFF or BigTIFF file. Damaged ones have unknown facts; the decoder
 * reports them.
 */
export async function readTiffHeader(path: string, page = 0): Promise<TiffHeader> {
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
  const entries = Math.min(ENTRIES_MOST, await entriesAt(start))
  const directory = await bytesAt(handle, start + countBytes, entries * entryBytes)
  const header: TiffHeader = {
    compression: null,
    photometric: null,
    hasTransparency: false,
    bitsPerSample: null,
    noData: null,
  }
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const tag = number(directory, at, 2)
    const value = at + 4 + offsetBytes
    /** The first of some short integers. */
    const first = async () => {
      const isInline = number(directory, at + 4, offsetBytes) * 2 <= offsetBytes
      const shorts = isInline
        ? directory.subarray(value)
        : await bytesAt(handle, number(directory, value, offsetBytes), 2)
      return number(shorts, 0, 2)
    }
    if (tag === BITS_TAG) header.bitsPerSample = await first()
    if (tag === PHOTOMETRIC_TAG) header.photometric = await first()
    if (tag === EXTRA_SAMPLES_TAG) header.hasTransparency = TRANSPARENCIES.includes(await first())
    if (tag === COMPRESSION_TAG) header.compression = COMPRESSIONS[number(directory, value, 2)] ?? null
    if (tag === NO_DATA_TAG) {
      const length = Math.min(TEXT_MOST, number(directory, at + 4, offsetBytes))
      const text = length <= offsetBytes ? directory.subarray(value, value + length) : undefined
      header.noData = numberOf(text ?? (await bytesAt(handle, number(directory, value, offsetBytes), length)))
    }
  }
  return header
}

/** Whether the colors are CIELAB, of which the decoder reads only those with 16 bits. */
export function hasLabColors({ photometric }: TiffHeader): boolean {
  return photometric !== null && LAB.includes(photometric)
}

function numberOf(text: Buffer): number | null {
  const value = Number.parseFloat(text.toString('latin1'))
  return Number.isFinite(value) ? value : null
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
