import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testFile } from '#testing/preview-files.ts'
import { pictureSize, requireShowable } from './picture-size.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The first bytes of a PNG of that size. The rest does not matter here. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

function jpeg(width: number, height: number): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 40]), Buffer.alloc(38)])
  const frame = Buffer.alloc(20)
  frame.writeUInt16BE(0xffc2, 0)
  frame.writeUInt16BE(17, 2)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame])
}

function gif(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('GIF89a', 0, 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  return head
}

function webp(width: number, height: number): Buffer {
  const head = Buffer.alloc(64)
  head.write('RIFF    WEBPVP8X', 0, 'latin1')
  head.writeUIntLE(width - 1, 24, 3)
  head.writeUIntLE(height - 1, 27, 3)
  return head
}

describe('pictureSize', () => {
  it.each([
    ['PNG', png(640, 480)],
    ['JPEG after a comment', jpeg(640, 480)],
    ['GIF', gif(640, 480)],
    ['WebP', webp(640, 480)],
  ])('reads the head of a %s', (_, bytes) => {
    expect(pictureSize(bytes)).toEqual({ width: 640, height: 480 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('this is no picture at all, only some words')],
    ['a truncated JPEG', jpeg(640, 480).subarray(0, 30)],
  ])('returns no size for %s', (_, bytes) => {
    expect(pictureSize(bytes)).toBeUndefined()
  })
})

describe('requireShowable', () => {
  it('FLT24 sec/J8 accepts a large photograph and refuses an excessive number of pixels', async () => {
    await requireShowable(testFile(folder, 'photo.png', png(8000, 6000)))

    await expect(requireShowable(testFile(folder, 'flood.png', png(30_000, 30_000)))).rejects.toThrow(
      'This image has 30,000 × 30,000 pixels, too many to show here.',
    )
  })

  it('FLT24 sec/J8 refuses a drawing with a million elements', async () => {
    const file = { ...testFile(folder, 'drawing.svg', '<svg/>'), sizeInBytes: 80_000_000 }

    await expect(requireShowable(file)).rejects.toThrow('too large to show')
  })
})
