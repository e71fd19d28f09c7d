import { open } from 'node:fs/promises'
import { Problem } from '#problem.ts'

export interface PictureSize {
  width: number
  height: number
}

/** More pixels than this (400 MB decoded) would crash a browser tab. */
const MOST_PIXELS = 100_000_000
const LARGEST_DRAWING = 5_000_000
const HEAD_BYTES = 256 * 1024

/** Refuses pictures that are small as files but huge when decoded. Other files are accepted. */
export async function requireShowable(file: { path: string; mediaType: string; sizeInBytes: number }): Promise<void> {
  if (file.mediaType === 'image/svg+xml' && file.sizeInBytes > LARGEST_DRAWING) {
    throw new Problem('preview-failed', 'This image is too large to show here. Download it to view it.')
  }
  const size = pictureSize(await head(file.path))
  if (size && size.width * size.height > MOST_PIXELS) {
    const words = `${size.width.toLocaleString('en-US')} × ${size.height.toLocaleString('en-US')}`
    throw new Problem(
      'preview-failed',
      `This image has ${words} pixels, too many to show here. Download it to view it.`,
    )
  }
}

async function head(path: string): Promise<Buffer> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Width and height from the header of a PNG, GIF, BMP, WebP or JPEG. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (bytes.length < 30) return undefined
  if (text(1, 4) === 'PNG') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (text(0, 3) === 'GIF') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (text(0, 2) === 'BM') return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return webpSize(bytes)
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(bytes) : undefined
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const packed = bytes.readUInt32LE(21)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

/** A JPEG is a sequence of marked segments. A start-of-frame segment contains the size. */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const mark = bytes[at + 1] ?? 0
    const beginsFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
    if (beginsFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
