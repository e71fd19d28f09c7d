import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { runOn } from '#testing.ts'
import { halves, pixelOf, png, sizeOf } from '#testing-images.ts'
import { convertImages } from './convert-images.ts'
import { cropImages } from './crop-images.ts'
import { montageImages } from './montage-images.ts'
import { resizeImages } from './resize-images.ts'

/** A file written by tifffile: 40 × 20 pixels of 0.5 as float32, with 300 pixels per inch. */
const FLOATS =
  'SUkqAAgAAAAOAAABBAABAAAAKAAAAAEBBAABAAAAFAAAAAIBAwABAAAAIAAAAAMBAwABAAAACAAAAAYBAwABAAAAAQAAABEBBAABAAAA4AAAABUBAwABAAAAAQAAABYBBAABAAAAFAAAABcBBAABAAAAHgAAABoBBQABAAAAtgAAABsBBQABAAAAvgAAACgBAwABAAAAAgAAADEBAgAMAAAAxgAAAFMBAwABAAAAAwAAAAAAAAAsAQAAAQAAACwBAAABAAAAdGlmZmZpbGUucHkAAAAAAAAAAAAAAAAAAAB4nO3DMQ0AAAwEoXNW/67q4idIqC5VVdXBBweyxOE='

describe('resize_images', () => {
  it.each([
    [1, 'grey16'],
    [3, 'rgb16'],
  ] as const)('keeps 16-bit values exactly in areas of one color (%d channels)', async (channels, space) => {
    const raw = { width: 40, height: 40, channels }
    const image = sharp(new Uint16Array(1600 * channels).fill(40_000), { raw }).toColorspace(space)
    const files = { 'a.png': await image.png().toBuffer() }

    const outcome = await runOn(resizeImages, files, { width: 13 })
    const padded = await runOn(resizeImages, files, { width: 30, height: 13, fit: 'contain' })

    const data = await sharp(outcome.path('images')).toColorspace(space).raw({ depth: 'ushort' }).toBuffer()
    const values = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
    expect(new Set(values)).toEqual(new Set([40_000]))
    expect(values).toHaveLength(169 * channels)
    expect(padded.log.join()).toContain('Resampled values can be off by 0.2%.')
  })

  it.each([
    [{ width: 20 }, [20, 10]],
    [{ height: 5 }, [10, 5]],
    [{ width: 30, height: 30 }, [30, 15]],
    [{ width: 30, height: 30, fit: 'cover', enlarge: true }, [30, 30]],
    [{ width: 30, height: 30, fit: 'contain', enlarge: true }, [30, 30]],
    [{ width: 10, height: 10, fit: 'fill' }, [10, 10]],
    [{ width: 400 }, [40, 20]],
    [{ width: 400, enlarge: true }, [400, 200]],
    [{ by: 'percent', percent: 250 }, [100, 50]],
    [{ by: 'percent', percent: 1 }, [1, 1]],
    [{ width: 60, fit: 'contain' }, [40, 20]],
    [{ height: 10, fit: 'cover' }, [20, 10]],
  ])('resizes 40 × 20 pixels by %j to %j', async (parameters, size) => {
    const outcome = await runOn(resizeImages, { 'a.png': await png() }, parameters)

    expect(outcome.outputs).toMatchObject([{ name: 'a_resized.png', mediaType: 'image/png' }])
    expect(await sizeOf(outcome.path('images'))).toEqual([...size, 'png'])
  })

  it.each(['uchar', 'float'] as const)('keeps the resolution of TIFF files (%s)', async (depth) => {
    const photo =
      depth === 'uchar'
        ? await halves(40, 20)
            .tiff({ xres: 300 / 25.4, yres: 300 / 25.4 })
            .toBuffer()
        : Buffer.from(FLOATS, 'base64')

    const resized = await runOn(resizeImages, { 'a.tif': photo }, { width: 10 })
    const cropped = await runOn(cropImages, { 'a.tif': photo }, { width: 10, height: 10 })
    const bare = await runOn(resizeImages, { 'a.tif': photo }, { width: 10, keep_metadata: false })

    const densities = [resized, cropped, bare].map(async (outcome) => {
      const { density, depth: written } = await sharp(outcome.path('images')).metadata()
      return [written, density]
    })
    expect(await Promise.all(densities)).toEqual([
      [depth, 300],
      [depth, 300],
      [depth, depth === 'float' ? undefined : 72],
    ])
  })

  it('rotates photos upright and keeps the metadata only if requested', async () => {
    const photo = await halves(40, 20)
      .withExif({ IFD0: { Artist: 'Kim' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

    const kept = await runOn(resizeImages, { 'a.jpg': photo }, { width: 10 })
    const bare = await runOn(resizeImages, { 'a.jpg': photo }, { width: 10, keep_metadata: false })

    expect(await sizeOf(kept.path('images'))).toEqual([10, 20, 'jpeg'])
    expect((await sharp(kept.path('images')).metadata()).orientation ?? 1).toBe(1)
    expect((await sharp(kept.path('images')).metadata()).exif).toBeDefined()
    expect((await sharp(bare.path('images')).metadata()).exif).toBeUndefined()
  })

  it('needs a width or a height', async () => {
    await expect(runOn(resizeImages, { 'a.png': await png() })).rejects.toThrow('Enter a width, a height, or both.')
  })
})

describe('convert_images', () => {
  it.each([
    ['png', 'png'],
    ['jpeg', 'jpeg'],
    ['webp', 'webp'],
    ['tiff', 'tiff'],
    ['avif', 'heif'],
  ])('writes %s', async (format, found) => {
    const outcome = await runOn(
      convertImages,
      { 'a.webp': await halves(40, 20).webp({ lossless: true }).toBuffer() },
      { format },
    )

    expect(await sizeOf(outcome.path('images'))).toEqual([40, 20, found])
    const [red = 0, , blue = 255] = await pixelOf(outcome.path('images'), 2, 2)
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(60)
  })

  it('keeps 16 bits per sample where the format allows it', async () => {
    const samples = Uint16Array.from({ length: 64 }, (_, at) => at * 1000)
    const deep = await sharp(samples, { raw: { width: 8, height: 8, channels: 1 } })
      .toColorspace('grey16')
      .tiff({ compression: 'lzw' })
      .toBuffer()

    const kept = await runOn(convertImages, { 'a.tif': deep }, { format: 'png' })
    const lost = await runOn(convertImages, { 'a.tif': deep }, { format: 'jpeg' })

    const pixels = await sharp(kept.path('images')).toColorspace('grey16').raw({ depth: 'ushort' }).toBuffer()
    expect(new Uint16Array(pixels.buffer, pixels.byteOffset, 64)).toEqual(samples)
    expect(lost.log).toContain('a.tif loses its 16 bits per sample as JPEG.')
  })

  it.each(['png', 'tiff', 'jpeg'])('keeps gray images gray as %s, whatever their bit depth', async (format) => {
    const gray = sharp({ create: { width: 16, height: 8, channels: 3, background: '#777777' } }).toColorspace('b-w')
    const files = {
      'a.png': await gray.clone().png().toBuffer(),
      'b.tif': await gray.clone().tiff({ bitdepth: 1 }).toBuffer(),
    }

    const converted = await runOn(convertImages, files, { format })
    const resized = await runOn(resizeImages, files, { width: 8, format })

    for (const { path } of [...converted.outputs, ...resized.outputs])
      expect(await sharp(path).metadata()).toMatchObject({ space: 'b-w', channels: 1 })
    expect((await pixelOf(converted.path('images'), 3, 3))[0]).toBe(0x77)
  })

  it('puts a background behind transparent pixels in JPEG', async () => {
    const transparent = await halves(40, 20, 4).png().toBuffer()

    const outcome = await runOn(convertImages, { 'a.png': transparent }, { format: 'jpeg', background: '#00ff00' })

    const [red = 255, green = 0] = await pixelOf(outcome.path('images'), 38, 2)
    expect([red < 30, green > 220]).toEqual([true, true])
    expect(outcome.log).toContain('a.png loses its transparency as JPEG.')
  })

  it('writes each frame to its own file', async () => {
    const frames = await Promise.all(
      [10, 20, 30].map((red) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red * 8, g: 0, b: 0 } } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()

    const all = await runOn(convertImages, { 'a.webp': animation }, { pages: 'all' })
    const first = await runOn(convertImages, { 'a.webp': animation })

    expect(all.outputs.map(({ name }) => name)).toEqual(['a_1.png', 'a_2.png', 'a_3.png'])
    expect(all.result).toEqual({ images: 3 })
    expect(first.outputs).toHaveLength(1)
    expect(first.log.join()).toContain('a.webp has 3 pages. Only the first one is converted.')
  })

  it.each([
    ['a text', 'a.png', Buffer.from('not an image')],
    [
      'an SVG drawing with another name',
      'a.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['an empty file', 'a.png', Buffer.alloc(0)],
  ])('refuses %s', async (_, name, content) => {
    await expect(runOn(convertImages, { [name]: content })).rejects.toThrow(
      'a.png can’t be read. It may be damaged, or its format is not supported. Use PNG, JPEG, WebP, TIFF, GIF, AVIF or BMP.',
    )
  })

  it('refuses a truncated image', async () => {
    const whole = await png()

    await expect(runOn(convertImages, { 'a.png': whole.subarray(0, whole.length - 30) })).rejects.toThrow(
      'a.png can’t be read.',
    )
  })

  it('sec/J8 refuses an image of 10 billion pixels before it decodes them', async () => {
    await expect(runOn(convertImages, { 'flood.png': hugePng(100_000) })).rejects.toThrow(
      'flood.png has 10,000 million pixels. The limit is 100 million.',
    )
  })
})

describe('crop_images', () => {
  it('cuts out an area in pixels or percent', async () => {
    const image = { 'a.png': await png() }

    const pixels = await runOn(cropImages, image, { left: 25, top: 5, width: 10, height: 4 })
    const percent = await runOn(cropImages, image, { unit: 'percent', left: 50, width: 25 })

    expect(await sizeOf(pixels.path('images'))).toEqual([10, 4, 'png'])
    expect(await pixelOf(pixels.path('images'), 0, 0)).toEqual([0, 0, 255])
    expect(await sizeOf(percent.path('images'))).toEqual([10, 20, 'png'])
    expect(pixels.outputs).toMatchObject([{ name: 'a_cropped.png' }])
  })

  it('keeps what is inside the image, and refuses an area outside', async () => {
    const image = { 'a.png': await png() }

    const cut = await runOn(cropImages, image, { left: 30, width: 100 })

    expect(await sizeOf(cut.path('images'))).toEqual([10, 20, 'png'])
    expect(cut.log).toContain('a.png ends within the area. 10 × 20 pixels are kept.')
    await expect(runOn(cropImages, image, { left: 40 })).rejects.toThrow(
      'The area starts outside a.png, which is 40 × 20 pixels: 40 from the left, 0 from the top. Choose an area inside the image.',
    )
  })

  it('trims the border', async () => {
    const framed = await halves(40, 20)
      .extend({ top: 5, bottom: 5, left: 5, right: 5, background: '#ffffff' })
      .png()
      .toBuffer()

    const outcome = await runOn(cropImages, { 'a.png': framed }, { mode: 'trim' })

    expect(await sizeOf(outcome.path('images'))).toEqual([40, 20, 'png'])
  })
})

describe('montage_images', () => {
  it('puts images into a grid, in the chosen order', async () => {
    const images = {
      'b10.png': await png(),
      'b9.png': await halves(20, 40).png().toBuffer(),
      'a <&> “long” name.png': await png(),
    }
    const parameters = { width: 100, height: 60, gap: 10 }

    const given = await runOn(montageImages, images, parameters)
    const plain = await runOn(montageImages, images, { ...parameters, columns: 3, labels: false, order: 'name' })

    expect(given.result).toEqual({ images: 3, columns: 2, rows: 2 })
    expect(await sizeOf(given.path('montage'))).toEqual([230, 198, 'png'])
    expect(await sizeOf(plain.path('montage'))).toEqual([340, 80, 'png'])
    // “b9” is 20 × 40 pixels, and precedes “b10” in natural order.
    expect(await pixelOf(plain.path('montage'), 10 + 110 + 45, 10 + 15)).toEqual([255, 0, 0])
  })

  it('refuses a montage that is too large', async () => {
    const images = {
      'a.png': await png(),
      'b.png': await png(),
      'c.png': await png(),
      'd.png': await png(),
      'e.png': await png(),
      'f.png': await png(),
      'g.png': await png(),
    }

    await expect(runOn(montageImages, images, { width: 4000, height: 4000, columns: 1 })).rejects.toThrow(
      'The montage would have 113 million pixels. The limit is 100 million. Use smaller tiles.',
    )
  })
})

/** Returns the start of a PNG file with one bit per pixel. The file has only 1,000 bytes of pixel data. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
