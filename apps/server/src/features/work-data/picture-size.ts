import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MEDIA } from '@millrace/contracts/media-types'
import { Problem } from '#problem.ts'
import { drawnElements } from './drawn-elements.ts'
import { embeddedFiles } from './svg-embedded.ts'

/** Width and height in pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** Maximum number of pixels, which take 400 MB when decoded. More pixels could crash a browser tab. */
const PIXELS_MAX = 100_000_000
const LARGEST_DRAWING = 5_000_000
/** Maximum number of elements. This many elements block Chromium for about 2 s, and a million elements for 11 s. */
const ELEMENTS_MAX = 300_000
/** Maximum nesting of drawings in drawings. Deeper nesting can only be an attempt to hide content. */
const DRAWINGS_DEPTH = 2
const HEAD_BYTES = 256 * 1024

/** Throws a Problem for images that would take too much memory or time to render. Accepts all other files. */
export async function requireShowable(file: { path: string; mediaType: string; sizeInBytes: number }): Promise<void> {
  if (file.mediaType === MEDIA.svg) {
    if (file.sizeInBytes > LARGEST_DRAWING) throw tooLarge()
    return requireSimple(await readFile(file.path))
  }
  const size = pictureSize(await head(file.path))
  if (size && size.width * size.height > PIXELS_MAX) {
    const words = `${size.width.toLocaleString('en-US')} × ${size.height.toLocaleString('en-US')}`
    throw new Problem(
      'preview-failed',
      `This image has ${words} pixels, too many to show here. Download it to view it.`,
    )
  }
}

/** Returns the SVG in a gzip file. Throws a Problem if the file is corrupt, or the drawing exceeds a limit. */
export async function decompressedDrawing(file: { path: string; sizeInBytes: number }): Promise<Buffer<ArrayBuffer>> {
  if (file.sizeInBytes > LARGEST_DRAWING) throw tooLarge()
  const svg = await promisify(gunzip)(await readFile(file.path), { maxOutputLength: LARGEST_DRAWING }).catch(
    (error: unknown) => {
      if (error instanceof RangeError) throw tooLarge()
      throw new Problem('preview-failed', 'The gzip file is corrupt or truncated. Upload it again.', { cause: error })
    },
  )
  await requireSimple(svg)
  return svg
}

function tooLarge(): Problem {
  return new Problem('preview-failed', 'This image is too large to show here. Download it to view it.')
}

async function requireSimple(svg: Buffer): Promise<void> {
  const { elements, pixels } = await contentsOf(svg)
  if (pixels > PIXELS_MAX) {
    throw new Problem(
      'preview-failed',
      `The images in this drawing have more than ${PIXELS_MAX / 1e6} million pixels, too many to show here. Download it to view it.`,
    )
  }
  if (elements <= ELEMENTS_MAX) return
  const many = `This drawing has more than ${ELEMENTS_MAX.toLocaleString('en-US')} elements, too many to show here.`
  const reason = elements < Number.POSITIVE_INFINITY ? many : 'This drawing is too complex to show here.'
  throw new Problem('preview-failed', `${reason} Download it to view it.`)
}

async function contentsOf(svg: Buffer, depth = 0): Promise<{ elements: number; pixels: number }> {
  const { elements, data } = await drawnElements(xmlText(svg), ELEMENTS_MAX)
  const sum = { elements: depth > DRAWINGS_DEPTH ? Number.POSITIVE_INFINITY : elements, pixels: 0 }
  // Identical images are counted once, because browsers decode them only once.
  for (const file of [...new Set(data)].flatMap((text) => [...embeddedFiles(text)])) {
    if (sum.elements > ELEMENTS_MAX || sum.pixels > PIXELS_MAX) break
    const size = pictureSize(file)
    if (size) sum.pixels += size.width * size.height
    else if (/^[\s\0\xef\xbb\xbf\xff\xfe]*</.test(file.toString('latin1', 0, 100))) {
      const inside = await contentsOf(file, depth + 1)
      sum.elements += inside.elements
      sum.pixels += inside.pixels
    }
  }
  return sum
}

/** Decodes an XML file with the encoding that browsers would choose. */
function xmlText(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 1000)
  const [, declared = 'utf-8'] = /^(?:ï»¿)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(start) ?? []
  if (/^(?:\xff\xfe|<\0)/.test(start)) return new TextDecoder('utf-16le').decode(bytes)
  if (/^(?:\xfe\xff|\0<)/.test(start)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder(/^utf-16/i.test(declared) ? 'utf-8' : declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

async function head(path: string): Promise<Buffer> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Reads the size from the header of a PNG, GIF, BMP, WebP or JPEG. Undefined for other files. */
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
