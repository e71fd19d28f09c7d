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

it.each(IMAGES)('a whole %s has its end, also with more behind it', (mediaType, content) => {
  expect(hasKnownEnd(mediaType)).toBe(true)
  expect(isCut(mediaType, ends(content))).toBe(false)
  expect(isCut(mediaType, ends(`${content}\0\0\0`))).toBe(false)
})

it.each(IMAGES)('a %s that ends early is cut', (mediaType, content) => {
  expect(isCut(mediaType, ends(content.slice(0, -8)))).toBe(true)
})

it('the end of other formats is not judged', () => {
  expect(hasKnownEnd(MEDIA.svg)).toBe(false)
  expect(isCut(MEDIA.svg, ends('a picture of another kind'))).toBe(false)
})

it('a photo with a film behind it is whole, although the mark of its end is far away', () => {
  const film = 'of a film: ÿ\u0001 ÿñ'
  const large = (tail: string) => ({ ...ends(tail), size: 3_000_000 })

  expect(isCut(MEDIA.jpeg, large(film))).toBe(false)
  expect(isCut(MEDIA.jpeg, large('of pixels: ÿ\0 ÿÐ ÿÚ'))).toBe(true)
})
