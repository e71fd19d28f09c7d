import { MEDIA } from '@millrace/contracts/media-types'

/**
 * Number of bytes read from the end of a file and searched for the marker that ends an image. Some programs append data
 * after the marker.
 */
export const TAIL_BYTES = 65_536
/** Number of bytes read from the start of a file, which include the boxes that precede the pixels of an AVIF image. */
export const HEAD_BYTES = 16_384

/** The bytes at both ends of a file. */
export interface FileEnds {
  head: Uint8Array
  tail: Uint8Array
  size: number
}

/** Files of at most this size are not images. */
const SMALLEST = 16
const AVIF = 'image/avif'
const GIF = 'image/gif'
const GIF_TAIL = 1024

/**
 * Returns whether the end of images of this format can be recognized. Browsers draw a truncated image as far as
 * possible and report no error.
 */
export function hasKnownEnd(mediaType: string): boolean {
  return mediaType in END
}

/** Returns whether an image is truncated. False if the end of images of this format can't be recognized. */
export function isCut(mediaType: string, ends: FileEnds): boolean {
  const end = END[mediaType]
  return end !== undefined && ends.size > SMALLEST && !end(ends)
}

const END: Record<string, (ends: FileEnds) => boolean> = {
  [MEDIA.png]: ({ tail }) => includes(tail, [0x49, 0x45, 0x4e, 0x44]),
  [MEDIA.jpeg]: ({ tail, size }) => includes(tail, [0xff, 0xd9]) || (size > HAS_FILM_BYTES && isNoPixels(tail)),
  [GIF]: ({ tail }) => includes(tail.slice(-GIF_TAIL), [0x00, 0x3b]),
  [MEDIA.webp]: ({ head, size }) => size >= numberAt(head, 4) + 8,
  [AVIF]: ({ head, size }) => size >= boxesEnd(head),
  [MEDIA.bmp]: ({ head, size }) => size >= numberAt(head, 2),
}

function includes(bytes: Uint8Array, mark: readonly number[]): boolean {
  for (let at = bytes.length - mark.length; at >= 0; at -= 1) {
    if (mark.every((byte, offset) => bytes[at + offset] === byte)) return true
  }
  return false
}

/** The bytes that can follow 0xff in compressed pixels and at the start of the segments between them. */
const JPEG_MARKS = new Set([0x00, 0xc4, 0xda, 0xdb, 0xdd, 0xff, ...Array.from({ length: 8 }, (_, at) => 0xd0 + at)])

/**
 * Minimum size of files that are searched for an appended video. In smaller files, the part that is read may overlap
 * the header, which contains other markers, too.
 */
const HAS_FILM_BYTES = 4 * TAIL_BYTES

/**
 * Returns whether the end of a JPEG file contains something other than pixels. Phones append videos to photos. A video
 * is larger than the part that is read, so that part doesn't include the marker that ends the photo.
 */
function isNoPixels(tail: Uint8Array): boolean {
  return tail.some((byte, at) => byte === 0xff && at + 1 < tail.length && !JPEG_MARKS.has(tail[at + 1] ?? 0))
}

const BOX_HEAD = 8

/**
 * Returns the end of the last box that starts within `head`. A box that extends to the end of the file has size 0 and
 * is not counted.
 */
function boxesEnd(head: Uint8Array): number {
  let end = 0
  while (end + BOX_HEAD <= head.length) {
    const size = new DataView(head.buffer, head.byteOffset).getUint32(end)
    if (size < BOX_HEAD) return end
    end += size
  }
  return end
}

function numberAt(bytes: Uint8Array, at: number): number {
  return bytes.length < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)
}
