import { MEDIA } from '@millrace/contracts/media-types'

/** How much of the end is searched for the mark that ends an image. Some programs write more after it. */
export const TAIL_BYTES = 65_536
export const HEAD_BYTES = 16

/** The bytes at both ends of a file. */
export interface FileEnds {
  head: Uint8Array
  tail: Uint8Array
  size: number
}

const GIF = 'image/gif'
const GIF_TAIL = 1024

/** Formats whose end can be recognized. Browsers draw an image as far as it is there, and don’t say that it ends early. */
export function hasKnownEnd(mediaType: string): boolean {
  return mediaType in END
}

/** Whether the end of an image is missing. */
export function isCut(mediaType: string, ends: FileEnds): boolean {
  const end = END[mediaType]
  return end !== undefined && ends.size > HEAD_BYTES && !end(ends)
}

const END: Record<string, (ends: FileEnds) => boolean> = {
  [MEDIA.png]: ({ tail }) => includes(tail, [0x49, 0x45, 0x4e, 0x44]),
  [MEDIA.jpeg]: ({ tail }) => includes(tail, [0xff, 0xd9]),
  [GIF]: ({ tail }) => includes(tail.slice(-GIF_TAIL), [0x00, 0x3b]),
  [MEDIA.webp]: ({ head, size }) => size >= numberAt(head, 4) + 8,
  [MEDIA.bmp]: ({ head, size }) => size >= numberAt(head, 2),
}

function includes(bytes: Uint8Array, mark: readonly number[]): boolean {
  for (let at = bytes.length - mark.length; at >= 0; at -= 1) {
    if (mark.every((byte, offset) => bytes[at + offset] === byte)) return true
  }
  return false
}

function numberAt(bytes: Uint8Array, at: number): number {
  return bytes.length < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)
}
