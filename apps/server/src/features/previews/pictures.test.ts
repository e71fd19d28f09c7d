import { randomUUID } from 'node:crypto'
import { type TiffPage, tiffOf } from '@millrace/contracts/testing/tiff-files'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { testPreviews } from '#testing/previews.ts'

const { csv: file, previews } = testPreviews()
const WHOLE = { page: 0, sideMost: 4096 }

/** Builds a page whose samples increase from the first to the last pixel. */
function ramp<S extends TiffPage['samples']>(samples: S, from: number, to: number): TiffPage {
  return {
    width: 100,
    height: samples.length / 100,
    samples: samples.map((_, at) => from + ((to - from) * at) / (samples.length - 1)) as S,
  }
}

/** Returns the brightness of the displayed pixels, from 0 to 255. */
async function shown(name: string, content: Uint8Array, { page, sideMost } = WHOLE): Promise<Buffer> {
  const webp = await previews.drawing('ada', file(name, content), { page, sideMost })
  return decoded(webp).extractChannel(0).raw().toBuffer()
}

/**
 * Decodes from a file rather than from memory, because the image steps, whose tests may run in the same process, enable
 * only decoders that read files. Each file has its own name, because the library caches by name.
 */
function decoded(webp: Uint8Array): Sharp {
  return sharp(file(`${randomUUID()}.webp`, webp).path)
}

describe('the preview of a TIFF image', () => {
  it('shows size, pages, samples and compression', async () => {
    const page = ramp(new Float32Array(8000), -3, 7)

    expect(await previews.picture('ada', file('map.tif', tiffOf([page, page, page])), 1)).toEqual({
      Width: 100,
      Height: 80,
      Page: 1,
      TotalPages: 3,
      Channels: 1,
      BitsPerSample: 32,
      SampleKind: 'floating-point numbers',
      Compression: 'none',
      ShownWidth: 100,
      ShownHeight: 80,
      Notes: [expect.stringMatching(/^Values are scaled to be visible/)],
    })
  })

  it.each([
    [5, 'Only the first of 5 channels is shown.'],
    [12, 'Only the first of 12 channels is shown.'],
    [2, 'Only the first of 2 channels is shown.'],
  ])('is opaque with %d channels', async (channels, note) => {
    const samples = Uint8Array.from({ length: 8000 * channels }, (_, at) => Math.floor(at / channels / 32))
    const content = tiffOf([{ width: 100, height: 80, samples, channels }])

    const { Notes } = await previews.picture('ada', file(`${channels}.tif`, content), 0)
    const webp = await previews.drawing('ada', file(`${channels}.tif`, content), WHOLE)

    expect(Notes).toContain(note)
    expect((await decoded(webp).metadata()).hasAlpha).toBe(false)
    expect((await decoded(webp).extractChannel(0).raw().toBuffer()).at(-1)).toBeGreaterThan(240)
  })

  it('does not darken gray where its second channel is small when it is scaled down', async () => {
    const samples = Uint8Array.from({ length: 16_000 }, (_, at) => (at % 2 === 0 ? Math.floor(at / 64) : 0))
    const content = tiffOf([{ width: 100, height: 80, samples, channels: 2 }])

    const small = await shown('small.tif', content, { page: 0, sideMost: 20 })

    expect(small.at(-1)).toBeGreaterThan(240)
  })

  it('says that it can’t show CIELAB colors of 8 bits', async () => {
    const samples = new Uint8Array(100 * 80 * 3)
    const content = tiffOf([{ width: 100, height: 80, samples, channels: 3, isColored: true }])
    const entry = content.indexOf(Buffer.from([6, 1, 3, 0, 1, 0, 0, 0])) // PhotometricInterpretation, a short integer
    content.writeUInt16LE(8, entry + 8)

    await expect(previews.picture('ada', file('lab.tif', content), 0)).rejects.toThrow(
      'lab.tif has CIELAB colors with 8 bits, which can’t be shown here. Save it as RGB.',
    )
  })

  it('names a compression that can’t be shown, and what to do', async () => {
    const content = Buffer.from(tiffOf([ramp(new Uint8Array(8000), 0, 255)]))
    const entry = content.indexOf(Buffer.from([3, 1, 3, 0, 1, 0, 0, 0])) // Compression, a short integer
    content.writeUInt16LE(50_000, entry + 8)

    await expect(previews.drawing('ada', file('zstd.tif', content), WHOLE)).rejects.toThrow(
      'zstd.tif has Zstandard compression, which can’t be shown here. Save it with LZW or Deflate.',
    )
  })

  it('refuses an image whose channels are stored separately, which the decoder mixes up, and says what to do', async () => {
    const samples = new Float32Array(3 * 100)
    const content = Buffer.from(tiffOf([{ width: 10, height: 10, samples, channels: 3 }]))
    const entry = content.indexOf(Buffer.from([278 & 255, 278 >> 8, 4, 0, 1, 0, 0, 0])) // RowsPerStrip
    content.writeUInt16LE(284, entry)
    content.writeUInt32LE(2, entry + 8)

    await expect(previews.drawing('ada', file('bands.tif', content), WHOLE)).rejects.toThrow(
      'bands.tif stores its 3 channels separately, which can’t be shown here.',
    )
  })

  it('names a number of bits that can’t be shown, and what to do', async () => {
    const content = Buffer.from(tiffOf([ramp(new Float32Array(8000), 0, 255)]))
    const entry = content.indexOf(Buffer.from([2, 1, 3, 0, 1, 0, 0, 0])) // BitsPerSample, a short integer
    content.writeUInt16LE(64, entry + 8)

    await expect(previews.picture('ada', file('double.tif', content), 0)).rejects.toThrow(
      'double.tif has 64 bits per sample; up to 32 can be shown. Save it with 32 bits, such as float32.',
    )
  })

  it('names the compression of files of other programs, and shows their colors', async () => {
    const orange = { create: { width: 50, height: 20, channels: 3 as const, background: '#f08020' } }
    const content = await sharp(orange).tiff({ compression: 'lzw', bigtiff: true }).toBuffer()
    const stored = file('orange.tif', content)

    expect(await previews.picture('ada', stored, 0)).toMatchObject({ Channels: 3, Compression: 'LZW', Notes: [] })
    const pixels = await decoded(await previews.drawing('ada', stored, WHOLE))
      .raw()
      .toBuffer()
    expect([...pixels.subarray(0, 3)]).toEqual([0xf0, 0x80, 0x20])
  })

  it.each([
    ['12 of 16 bits', ramp(new Uint16Array(8000), 0, 4095)],
    ['signed numbers', ramp(new Int16Array(8000), -1000, 1000)],
    ['small fractions', ramp(new Float32Array(8000), 0.001, 0.002)],
  ])('scales %s to the full range of brightness', async (name, page) => {
    const pixels = await shown(`${name}.tif`, tiffOf([page]))

    expect(pixels[0]).toBe(0)
    expect(pixels[4000]).toBeGreaterThan(118)
    expect(pixels[4000]).toBeLessThan(138)
    expect(pixels[7999]).toBe(255)
  })

  it('ignores missing values when it scales brightness', async () => {
    const page = ramp(new Float32Array(8000), 100, 200)
    page.samples.fill(-9999, 0, 2000)
    page.samples.fill(Number.NaN, 2000, 2100)

    const pixels = await shown('heights.tif', tiffOf([{ ...page, noData: '-9999' }]))

    expect([pixels[0], pixels[2050]]).toEqual([0, 0])
    expect(pixels[5000]).toBeGreaterThan(110)
    expect(pixels[5000]).toBeLessThan(145)
  })

  it('shows any page, and makes large ones smaller', async () => {
    const content = tiffOf([ramp(new Uint8Array(8000), 0, 0), ramp(new Uint8Array(8000), 200, 200)])

    expect((await shown('pages.tif', content, { page: 1, sideMost: 10 })).length).toBe(80)
    expect((await shown('pages.tif', content, { page: 1, sideMost: 10 }))[0]).toBe(200)
  })

  it('says that a page does not exist', async () => {
    const stored = file('one.tif', tiffOf([ramp(new Uint8Array(8000), 0, 255)]))

    await expect(previews.picture('ada', stored, 6)).rejects.toThrow('one.tif has no page 7. It has 1 page.')
  })

  it.each([
    ['cut.tif', tiffOf([ramp(new Uint16Array(8000), 0, 9)]).subarray(0, 5000)],
    ['head.tif', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['noise.tif', Buffer.from('MM\0*and then noise')],
    ['other.tif', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['empty.tif', Buffer.alloc(0)],
  ])('says that %s is damaged', async (name, content) => {
    const rejection = { code: 'preview-failed', message: expect.stringMatching(/can’t be read as a TIFF image/) }

    await expect(previews.drawing('ada', file(name, content), WHOLE)).rejects.toMatchObject(rejection)
    await expect(previews.picture('ada', file(name, content), 0)).rejects.toMatchObject(rejection)
  })

  it('sec/J7 does not decode images with too many pixels', async () => {
    const bomb = tiffOf([{ width: 60_000, height: 60_000, samples: new Uint8Array(10) }])

    await expect(previews.drawing('ada', file('bomb.tif', bomb), WHOLE)).rejects.toMatchObject({
      code: 'preview-failed',
      message: 'This image has 60,000 × 60,000 pixels, too many to show here. Download it to view it.',
    })
  })

  it('sec/J7 survives pages that refer to themselves without end', async () => {
    const endless = tiffOf([ramp(new Uint8Array(8000), 0, 255)])
    // The image directory refers to itself as the next directory.
    endless.copy(endless, endless.length - 4, 4, 8)

    await previews
      .picture('ada', file('endless.tif', endless), 0)
      .catch((error) => expect(error.code).toBe('preview-failed'))
    const good = file('good.tif', tiffOf([ramp(new Uint8Array(8000), 0, 255)]))
    expect(await previews.picture('ada', good, 0)).toMatchObject({ Width: 100 })
  })
})
