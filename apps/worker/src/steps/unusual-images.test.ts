import { tiffOf } from '@millrace/contracts/testing/tiff-files'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { halves, pixelOf, sizeOf } from '#testing-images.ts'
import { convertImages } from './convert-images.ts'
import { montageImages } from './montage-images.ts'
import { resizeImages } from './resize-images.ts'

describe('an unusual image', () => {
  it.each([1, 4, 8, 16, 24, 32, -24])('is read as BMP with %d bits per pixel', async (bits) => {
    const outcome = await runOn(convertImages, { 'a.bmp': bmp(bits) })

    expect(await sizeOf(outcome.path('images'))).toEqual([5, 2, 'png'])
    expect(await pixelOf(outcome.path('images'), 0, 0)).toEqual([255, 0, 0])
    expect(await pixelOf(outcome.path('images'), 4, 0)).toEqual([255, 0, 0])
    expect(await pixelOf(outcome.path('images'), 4, 1)).toEqual([0, 0, 255])
    expect((await sharp(outcome.path('images')).metadata()).hasAlpha).toBe(false)
  })

  it.each([1, 8, 24])('is read as BMP with an OS/2 header and %d bits per pixel', async (bits) => {
    const outcome = await runOn(convertImages, { 'a.bmp': os2Bmp(bits) })

    expect(await sizeOf(outcome.path('images'))).toEqual([5, 2, 'png'])
    expect(await pixelOf(outcome.path('images'), 4, 0)).toEqual([255, 0, 0])
    expect(await pixelOf(outcome.path('images'), 4, 1)).toEqual([0, 0, 255])
  })

  it('is converted to RGB from CMYK, which the log says once for all images', async () => {
    const inks = await halves(40, 20).toColorspace('cmyk').tiff().toBuffer()

    const outcome = await runOn(convertImages, { 'a.tif': inks, 'b.tif': inks, 'c.tif': inks }, { format: 'png' })

    const [red = 0, , blue = 255] = await pixelOf(outcome.path('images'), 2, 2)
    expect([red > 200, blue < 60]).toEqual([true, true])
    expect(outcome.log).toEqual([
      'a.tif has CMYK colors. They are converted to RGB. The same applies to 2 other images.',
      'Wrote 3 images.',
    ])
  })

  it('keeps the depth and colors of each page of a TIFF file', async () => {
    const gray = { width: 4, height: 2, samples: new Uint8Array(8).fill(9) }
    const deep = { width: 2, height: 2, samples: new Uint16Array(4).fill(40_000) }
    const red = { width: 1, height: 1, samples: new Uint8Array([200, 10, 20]), channels: 3, isColored: true }
    const real = { width: 2, height: 1, samples: new Float32Array([0.5, 1000]) }

    const outcome = await runOn(
      convertImages,
      { 'a.tif': tiffOf([gray, deep, red, real]) },
      { pages: 'all', format: 'tiff' },
    )

    const raw = outcome.outputs.map(({ path }) => sharp(path).toColourspace('srgb').removeAlpha().raw().toBuffer())
    const facts = await Promise.all(outcome.outputs.map(({ path }) => sharp(path).metadata()))
    expect(facts.map(({ width, depth }) => [width, depth])).toEqual([
      [4, 'uchar'],
      [2, 'ushort'],
      [1, 'uchar'],
      [2, 'float'],
    ])
    const [, deepPixels, redPixels] = await Promise.all(raw)
    const numbers = await sharp(outcome.outputs[3]?.path).toColourspace('b-w').raw({ depth: 'float' }).toBuffer()
    expect([numbers.readFloatLE(0), numbers.readFloatLE(4)]).toEqual([0.5, 1000])
    expect([...(redPixels ?? [])]).toEqual([200, 10, 20])
    expect(deepPixels?.[0]).toBe(156)
    expect(outcome.log).toEqual(['Wrote 4 images.'])
  })

  it.each([
    ['CMYK colors with 5 channels', 5, [262, 5]],
    ['CIELAB colors with 8 bits', 3, [262, 8]],
  ])('is refused with %s, and a remedy is suggested', async (what, channels, [tag = 0, value = 0]) => {
    const samples = new Uint8Array(8 * 8 * channels)
    const image = tiffOf([{ width: 8, height: 8, samples, channels, isColored: true }])
    const entry = Buffer.from([tag & 255, tag >> 8, 3, 0, 1, 0, 0, 0])
    image.writeUInt16LE(value, image.indexOf(entry) + entry.length)

    await expect(runOn(convertImages, { 'a.tif': image })).rejects.toThrow(
      `a.tif has ${what}, which can’t be processed. Save it as RGB.`,
    )
  })

  it('is refused with a compression that the decoder lacks, and a remedy is suggested', async () => {
    const image = tiffOf([{ width: 8, height: 8, samples: new Uint8Array(64) }])
    image.writeUInt16LE(50_000, image.indexOf(Buffer.from([3, 1, 3, 0, 1, 0, 0, 0])) + 8)

    await expect(runOn(convertImages, { 'a.tif': image })).rejects.toThrow(
      'a.tif has Zstandard compression, which can’t be processed. Save it with LZW or Deflate.',
    )
  })

  it('is refused as BMP with compression or a missing end, and a remedy is suggested', async () => {
    const compressed = bmp(8)
    compressed.writeUInt32LE(1, 30)

    await expect(runOn(convertImages, { 'a.bmp': compressed })).rejects.toThrow(
      'a.bmp is a BMP image that can’t be read. It is compressed. Save it as PNG.',
    )
    await expect(runOn(convertImages, { 'a.bmp': bmp(24).subarray(0, -9) })).rejects.toThrow(
      'It is truncated. Save it as PNG.',
    )
  })

  it('is put into a montage', async () => {
    const outcome = await runOn(montageImages, { 'a.bmp': bmp(24) }, { width: 16, height: 16, gap: 0, labels: false })

    expect(await sizeOf(outcome.path('montage'))).toEqual([16, 16, 'png'])
  })

  it.each([
    ['floating-point numbers', Float32Array],
    ['signed integers', Int16Array],
  ])('is scaled to be visible if its samples are %s', async (words, Samples) => {
    const samples = new Samples(Array.from({ length: 1000 }, (_, at) => (at - 500) * 3))
    const image = tiffOf([{ width: 100, height: 10, samples }])

    const outcome = await runOn(resizeImages, { 'map.tif': image }, { width: 100, format: 'png' })

    const rows = await Promise.all([0, 5, 9].map((row) => pixelOf(outcome.path('images'), 50, row)))
    expect(rows.map(([gray = 0]) => Math.round(gray / 20))).toEqual([1, 7, 12])
    expect(outcome.log).toContain(
      `map.tif has samples that are ${words}. They are scaled to 8 bits: the lowest 0.5% are black and the highest 0.5% white.`,
    )
  })

  it('is scaled when converted to PNG if its samples are floating-point numbers', async () => {
    const samples = new Float32Array(Array.from({ length: 1000 }, (_, at) => (at - 500) * 3))
    const image = tiffOf([{ width: 100, height: 10, samples }])

    const outcome = await runOn(convertImages, { 'map.tif': image }, { format: 'png' })

    const [gray] = await pixelOf(outcome.path('images'), 50, 5)
    expect(Math.round((gray ?? 0) / 20)).toBe(7)
    expect(outcome.log).toContain(
      'map.tif has samples that are floating-point numbers. They are scaled to 8 bits: the lowest 0.5% are black and the highest 0.5% white.',
    )
  })

  it.each([
    ['resized', resizeImages, { width: 4 }],
    ['converted', convertImages, { format: 'tiff' }],
  ] as const)(
    'is scaled as TIFF when %s if it has several channels of signed integers',
    async (_, step, parameters) => {
      const samples = Int16Array.from({ length: 8 * 8 * 3 }, (_value, at) => (at - 96) * 10)
      const image = tiffOf([{ width: 8, height: 8, samples, channels: 3, isColored: true }])

      const outcome = await runOn(step, { 'a.tif': image }, parameters)

      expect(await sharp(outcome.path('images')).metadata()).toMatchObject({
        format: 'tiff',
        depth: 'uchar',
        channels: 3,
      })
      expect(outcome.log.join()).toContain('a.tif has samples that are signed integers. They are scaled to 8 bits')
    },
  )

  it.each([
    [5, true, [10, 20, 30], 'Only the first three are used, as red, green and blue.'],
    [5, false, [10, 10, 10], 'Only the first is used.'],
    [7, false, [10, 10, 10], 'Only the first is used.'],
    [2, false, [10, 10, 10], 'Only the first is used.'],
  ])('is opaque with %d channels, colored: %s', async (channels, isColored, pixel, said) => {
    const samples = Uint8Array.from({ length: 8 * 8 * channels }, (_, at) => ((at % channels) + 1) * 10)
    const image = tiffOf([{ width: 8, height: 8, samples, channels, isColored }])

    const outcome = await runOn(resizeImages, { 'stack.tif': image }, { width: 4, format: 'png' })

    const { hasAlpha } = await sharp(outcome.path('images')).metadata()
    expect(hasAlpha).toBe(false)
    expect(await pixelOf(outcome.path('images'), 1, 1)).toEqual(pixel)
    expect(outcome.log).toContain(`stack.tif has ${channels} channels. ${said}`)
  })
})

/** Returns a BMP image of 5 × 2 pixels, red above blue. If `bits` is negative, the top row is stored first. */
function bmp(bits: number): Buffer {
  const depth = Math.abs(bits)
  const colors = depth <= 8 ? 2 : 0
  const stride = Math.ceil((5 * depth) / 32) * 4
  const start = 54 + 4 * colors
  const bytes = Buffer.alloc(start + 2 * stride)
  bytes.write('BM')
  bytes.writeUInt32LE(start, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(5, 18)
  bytes.writeInt32LE(bits < 0 ? -2 : 2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(depth, 28)
  bytes.writeUInt32LE(colors, 46)
  if (colors > 0) bytes.set([0, 0, 255, 0, 255, 0, 0, 0], 54)
  for (let row = 0; row < 2; row += 1) {
    const isRed = bits < 0 ? row === 0 : row === 1
    const at = start + row * stride
    if (depth < 8) bytes.fill(isRed ? 0 : depth === 1 ? 0xff : 0x11, at, at + stride)
    else if (depth === 8) bytes.fill(isRed ? 0 : 1, at, at + stride)
    else for (let x = 0; x < 5; x += 1) bytes.set(pixelBytes(depth, isRed), at + (x * depth) / 8)
  }
  return bytes
}

/** Returns the same image with an OS/2 header, which has 16-bit dimensions and three bytes per color. */
function os2Bmp(bits: number): Buffer {
  const windows = bmp(bits)
  const colors = bits <= 8 ? 2 : 0
  const head = Buffer.alloc(26)
  head.write('BM')
  head.writeUInt32LE(26 + 3 * colors, 10)
  head.writeUInt32LE(12, 14)
  for (const [at, value] of [5, 2, 1, bits].entries()) head.writeUInt16LE(value, 18 + 2 * at)
  const palette = Buffer.from([0, 0, 255, 255, 0, 0].slice(0, 3 * colors))
  return Buffer.concat([head, palette, windows.subarray(54 + 4 * colors)])
}

function pixelBytes(depth: number, isRed: boolean): number[] {
  if (depth === 16) return isRed ? [0, 0x7c] : [0x1f, 0]
  const pixel = isRed ? [0, 0, 255] : [255, 0, 0]
  return depth === 32 ? [...pixel, 0] : pixel
}
