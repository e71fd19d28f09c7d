import { MEDIA } from '@millrace/contracts/media-types'
import { expect, it } from 'vitest'
import { HEAD_BYTES, hasKnownEnd, isCut } from './image-end.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const sized = (start: string, size: number) => `${start}${String.fromCharCode(size)}\0\0\0`

const IMAGES = [
  [MEDIA.png, '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR…\0\0\0\0IEND®B`\u0082'],
  [MEDIA.jpeg, 'ÿØÿà JFIF of some pixels ÿÙ'],
  ['image/gif', 'GIF89a of some more pixels \0;'],
  [MEDIA.webp, `${sized('RIFF', 17)}WEBPVP8 of pixels`],
  ['image/avif', `\0\0\0\u0010ftypavif\0\0\0\0\0\0\0\u0018mdat sixteen bytes .`],
  [MEDIA.bmp, `${sized('BM', 29)} of twenty-four bytes..`],
] as const

const ends = (text: string) => ({ head: bytes(text).slice(0, HEAD_BYTES), tail: bytes(text), size: text.length })

it.each(IMAGES)('a complete %s has its end, even if other bytes follow it', (mediaType, content) => {
  expect(hasKnownEnd(mediaType)).toBe(true)
  expect(isCut(mediaType, ends(content))).toBe(false)
  expect(isCut(mediaType, ends(`${content}\0\0\0`))).toBe(false)
})

it.each(IMAGES)('a %s that ends early is truncated', (mediaType, content) => {
  expect(isCut(mediaType, ends(content.slice(0, -8)))).toBe(true)
})

it('other formats are never reported as truncated', () => {
  expect(hasKnownEnd(MEDIA.svg)).toBe(false)
  expect(isCut(MEDIA.svg, ends('a picture of another kind'))).toBe(false)
})

it('a photo followed by a video is complete, although its end marker is far from the end of the file', () => {
  const film = 'of a film: ÿ\u0001 ÿñ'
  const large = (tail: string) => ({ ...ends(tail), size: 3_000_000 })

  expect(isCut(MEDIA.jpeg, large(film))).toBe(false)
  expect(isCut(MEDIA.jpeg, large('of pixels: ÿ\0 ÿÐ ÿÚ'))).toBe(true)
})
