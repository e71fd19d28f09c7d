import { MEDIA } from '@millrace/contracts/media-types'

/** How much of the end is searched for the mark that ends an image. Some programs write more after it. */
export const TAIL_BYTES = 65_536
/** Enough for the boxes before the pixels of an AVIF image. */
export const HEAD_BYTES = 16_384

/** The bytes at both ends of a file. */
export interface FileEnds {
  head: Uint8Array
  tail: Uint8Array
  size: number
}

/** A shorter file is not an image. */
const SMALLEST = 16
const AVIF = 'image/avif'
const GIF = 'image/gif'
const GIF_TAIL = 1024

/** Formats whose end can be recognized. Browsers draw an image as far as it is there, and don’t say that it ends early. */
export function hasKnownEnd(mediaType: string): boolean {
  return mediaType in END
}

/** Whether the end of an image is missing. */
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

/** The bytes that follow 0xff in compressed pixels, and at the start of the parts between them. */
const JPEG_MARKS = new Set([0x00, 0xc4, 0xda, 0xdb, 0xdd, 0xff, ...Array.from({ length: 8 }, (_, at) => 0xd0 + at)])

/** The end of smaller photos may still be their head, which has other marks. */
const HAS_FILM_BYTES = 4 * TAIL_BYTES

/** Whether the end of a JPEG file isn’t pixels: phones append a film to their photos, which is larger than what is read. */
function isNoPixels(tail: Uint8Array): boolean {
  return tail.some((byte, at) => byte === 0xff && at + 1 < tail.length && !JPEG_MARKS.has(tail[at + 1] ?? 0))
}

const BOX_HEAD = 8

/** Where the boxes end that follow one another from the start of a file. Boxes that reach to its end have no size. */
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
