import { type FileHandle, open } from 'node:fs/promises'

/** The decoded pixels of a BMP image, top row first. */
export interface BmpPixels {
  width: number
  height: number
  channels: 3 | 4
  data: Buffer
}

interface Header {
  width: number
  height: number
  bits: number
  isTopDown: boolean
  start: number
  /** The colors of the palette, for up to 8 bits per pixel. */
  palette: Buffer
  colorBytes: 3 | 4
  /** Bit masks of red, green, blue and possibly alpha, for 16 and 32 bits per pixel. */
  masks: number[]
}

const HEADER_BYTES = 14 + 124 + 1024
/** Header sizes in OS/2 files. The shortest header has 16-bit dimensions and three bytes per color. */
const OS2_SHORT = 12
const OS2_HEADERS = [OS2_SHORT, 16, 64]
const [PLAIN, MASKS, ALPHA_MASKS] = [0, 3, 6]
const BITS = [1, 4, 8, 16, 24, 32]
const USUAL_MASKS: Record<number, number[]> = { 16: [0x7c00, 0x3e0, 0x1f], 32: [0xff0000, 0xff00, 0xff] }

/** Thrown if a BMP image can’t be read. The message says why. */
export class BmpFault extends Error {
  override name = 'BmpFault'
}

/** Returns the size of a BMP image. Undefined if the file isn’t a BMP image. */
export async function bmpSize(path: string): Promise<{ width: number; height: number } | undefined> {
  await using file = await open(path)
  const head = await bytesAt(file, 0, 30)
  if (head.length < 30 || head.toString('latin1', 0, 2) !== 'BM') return undefined
  const { width, height } = sizeIn(head)
  return { width, height: Math.abs(height) }
}

/** Decodes an uncompressed BMP image row by row. Throws a BmpFault if the image can’t be read. */
export async function bmpPixels(path: string): Promise<BmpPixels> {
  await using file = await open(path)
  const head = await bytesAt(file, 0, HEADER_BYTES)
  // If the file is shorter than the header, the missing bytes are zeros.
  const header = headerOf(Buffer.concat([head], HEADER_BYTES))
  const { width, height, bits, isTopDown, start } = header
  const channels = header.masks[3] ? 4 : 3
  const stride = Math.ceil((width * bits) / 32) * 4
  const data = Buffer.alloc(width * height * channels)
  const paint = painterOf(header)
  for (let row = 0; row < height; row += 1) {
    const line = await bytesAt(file, start + row * stride, stride)
    if (line.length < Math.ceil((width * bits) / 8)) throw new BmpFault('It is truncated.')
    const top = isTopDown ? row : height - 1 - row
    paint(line, data.subarray(top * width * channels, (top + 1) * width * channels))
  }
  return { width, height, channels, data: channels === 4 ? withoutEmptyAlpha(data) : data }
}

/** Makes an image opaque if its alpha channel is zero everywhere. Many programs write opaque images like this. */
function withoutEmptyAlpha(data: Buffer): Buffer {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return data
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return data
}

/** Reads the size from the header. A negative height means that the top row is stored first. */
function sizeIn(head: Buffer): { width: number; height: number; bits: number } {
  if (head.readUInt32LE(14) === OS2_SHORT)
    return { width: head.readUInt16LE(18), height: head.readUInt16LE(20), bits: head.readUInt16LE(24) }
  return { width: head.readInt32LE(18), height: head.readInt32LE(22), bits: head.readUInt16LE(28) }
}

function headerOf(head: Buffer): Header {
  const size = head.readUInt32LE(14)
  const isOs2 = OS2_HEADERS.includes(size)
  if (!isOs2 && (size < 40 || size > 124)) throw new BmpFault('Its header is damaged, or of an unknown kind.')
  const { width, height: signedHeight, bits } = sizeIn(head)
  const [compression, colors] = size < 40 ? [PLAIN, 0] : [head.readUInt32LE(30), head.readUInt32LE(46)]
  if (width <= 0 || signedHeight === 0 || !BITS.includes(bits))
    throw new BmpFault('Its header is damaged, or of an unknown kind.')
  if (!(isOs2 ? [PLAIN] : [PLAIN, MASKS, ALPHA_MASKS]).includes(compression)) throw new BmpFault('It is compressed.')
  const hasMasks = compression !== PLAIN
  const masksFound = Array.from({ length: size >= 56 || compression === ALPHA_MASKS ? 4 : 3 }, (_, at) =>
    head.readUInt32LE(54 + 4 * at),
  )
  const tableAt = 14 + size + (hasMasks && size === 40 ? 4 * masksFound.length : 0)
  const colorBytes = size === OS2_SHORT ? 3 : 4
  const most = bits <= 8 ? Math.min(colors || 1 << bits, 1 << bits) : 0
  const masks = hasMasks ? masksFound : (USUAL_MASKS[bits] ?? [])
  if (masks.slice(0, 3).includes(0)) throw new BmpFault('Its header is damaged, or of an unknown kind.')
  return {
    width,
    height: Math.abs(signedHeight),
    bits,
    isTopDown: signedHeight < 0,
    start: head.readUInt32LE(10),
    palette: head.subarray(tableAt, tableAt + colorBytes * most),
    colorBytes,
    masks,
  }
}

/** Returns a function that converts a row of pixels to RGB or RGBA. */
function painterOf({ width, bits, palette, colorBytes, masks }: Header): (line: Buffer, to: Buffer) => void {
  if (bits === 24) {
    return (line, to) => {
      for (let at = 0; at < 3 * width; at += 3) {
        to[at] = line[at + 2] ?? 0
        to[at + 1] = line[at + 1] ?? 0
        to[at + 2] = line[at] ?? 0
      }
    }
  }
  if (bits <= 8) {
    return (line, to) => {
      for (let x = 0; x < width; x += 1) {
        const bit = x * bits
        const color = ((line[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
        for (let channel = 0; channel < 3; channel += 1)
          to[3 * x + channel] = palette[colorBytes * color + 2 - channel] ?? 0
      }
    }
  }
  const used = masks.filter((mask) => mask !== 0)
  const parts = used.map((mask) => {
    const shift = 31 - Math.clz32(mask & -mask)
    return { shift, most: mask >>> shift }
  })
  return (line, to) => {
    for (let x = 0; x < width; x += 1) {
      const pixel = bits === 16 ? line.readUInt16LE(2 * x) : line.readUInt32LE(4 * x)
      for (const [channel, { shift, most }] of parts.entries()) {
        to[parts.length * x + channel] = Math.round((((pixel >>> shift) & most) * 255) / most)
      }
    }
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
