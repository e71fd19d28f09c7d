export interface TiffPage {
  width: number
  height: number
  /** The samples, row by row and pixel by pixel. The channels of a pixel are adjacent. */
  samples:
    | Uint8Array<ArrayBuffer>
    | Uint16Array<ArrayBuffer>
    | Int16Array<ArrayBuffer>
    | Uint32Array<ArrayBuffer>
    | Float32Array<ArrayBuffer>
  /**
   * Additional fields of type double, by tag in ascending order. For example, tag 33550 is the size of a pixel on a
   * map.
   */
  doubles?: Record<number, readonly number[]>
  /** The no-data value, as text: samples equal to it are missing. */
  noData?: string
  /** Default: 1. Additional channels are not marked as colors or transparency. */
  channels?: number
  /** Whether the first three channels are red, green and blue. */
  isColored?: boolean
}

const SHORT = 3
const LONG = 4
const TEXT = 2
const DOUBLE = 12
const ENTRY_BYTES = 12

/** Builds an uncompressed TIFF file with one strip per page. */
export function tiffOf(pages: readonly TiffPage[]): Buffer {
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1')
  const parts: Buffer<ArrayBuffer>[] = [head]
  let size = head.length
  let pointer = { bytes: head, at: 4 }
  const add = (bytes: Buffer<ArrayBuffer>) => {
    parts.push(bytes)
    size += bytes.length
    return size - bytes.length
  }
  for (const { width, height, samples, noData, doubles = {}, channels = 1, isColored = false } of pages) {
    const each = (value: number): [count: number, value: number] =>
      channels <= 2 ? [channels, value * (channels === 2 ? 0x10001 : 1)] : [channels, add(shorts(channels, value))]
    const strip = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
    const offset = add(strip)
    const entries: [tag: number, type: number, count: number, value: number][] = [
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, ...each(samples.BYTES_PER_ELEMENT * 8)],
      [259, SHORT, 1, 1],
      [262, SHORT, 1, isColored ? 2 : 1],
      [273, LONG, 1, offset],
      [277, SHORT, 1, channels],
      [278, LONG, 1, height],
      [279, LONG, 1, strip.length],
      [339, SHORT, ...each(sampleFormat(samples))],
    ]
    const surplus = channels - (isColored ? 3 : 1)
    if (surplus > 0) entries.splice(-1, 0, [338, SHORT, surplus, surplus <= 2 ? 0 : add(shorts(surplus, 0))])
    for (const [tag, values] of Object.entries(doubles))
      entries.push([Number(tag), DOUBLE, values.length, add(Buffer.from(Float64Array.from(values).buffer))])
    if (noData !== undefined) entries.push([42113, TEXT, noData.length + 1, add(Buffer.from(`${noData}\0`))])
    const directory = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4)
    directory.writeUInt16LE(entries.length)
    entries.forEach(([tag, type, count, value], index) => {
      const at = 2 + index * ENTRY_BYTES
      directory.writeUInt16LE(tag, at)
      directory.writeUInt16LE(type, at + 2)
      directory.writeUInt32LE(count, at + 4)
      directory.writeUInt32LE(value, at + 8)
    })
    pointer.bytes.writeUInt32LE(add(directory), pointer.at)
    pointer = { bytes: directory, at: directory.length - 4 }
  }
  return Buffer.concat(parts)
}

function shorts(count: number, value: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(2 * count)
  for (let at = 0; at < count; at += 1) bytes.writeUInt16LE(value, 2 * at)
  return bytes
}

function sampleFormat(samples: TiffPage['samples']): number {
  if (samples instanceof Float32Array) return 3
  return samples instanceof Int16Array ? 2 : 1
}
