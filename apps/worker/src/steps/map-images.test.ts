import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { type TiffPage, tiffOf } from '@millrace/contracts/testing/tiff-files'
import { readTiffEntries } from '@millrace/figures/tiff-directory'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Outcome, runOn, testFolder } from '#testing.ts'
import { convertImages } from './convert-images.ts'
import { cropImages } from './crop-images.ts'
import { addFields, doublesOf, shortField, textField } from './images/tiff-fields.ts'
import { resizeImages } from './resize-images.ts'

const [SCALE, TIE_POINTS, MATRIX] = [33_550, 33_922, 34_264]
const PLACE = { [SCALE]: [10, 10, 0], [TIE_POINTS]: [0, 0, 0, 691_000, 5_334_000, 0] }
const WIDTH = 30

function mapOf(samples: TiffPage['samples'], doubles: Record<number, readonly number[]> = PLACE, channels = 1) {
  return tiffOf([
    { width: WIDTH, height: samples.length / WIDTH / channels, samples, doubles, channels, noData: '-9999' },
  ])
}

const numbered = (samples: TiffPage['samples'], scale = 1) => samples.map((_, at) => at * scale)
const DEM = mapOf(numbered(new Uint16Array(600), 100) as Uint16Array<ArrayBuffer>)

async function fieldsOf(outcome: Outcome) {
  const tags = [SCALE, TIE_POINTS, MATRIX, 42_113]
  const entries = await readTiffEntries(outcome.path('images'), 0, { tags, mostBytes: 1000 })
  return Object.fromEntries(
    entries.map((entry) => [entry.tag, entry.type === 12 ? doublesOf(entry) : entry.bytes.toString('latin1')]),
  )
}

type Samples = new (buffer: ArrayBuffer) => TiffPage['samples']

/** Returns the samples of a TIFF file that has a single strip. */
async function samplesOf(path: string, Values: Samples): Promise<number[]> {
  const file = await readFile(path)
  const [offset, length] = await readTiffEntries(path, 0, { tags: [273, 279], mostBytes: 4 })
  const start = offset?.bytes.readUInt32LE() ?? 0
  const bytes = inflateSync(file.subarray(start, start + (length?.bytes.readUInt32LE() ?? 0)))
  return [...new Values(Uint8Array.from(bytes).buffer)]
}

describe('the description of an image', () => {
  const described = async (text: string) => {
    const folder = await testFolder()
    const path = join(folder, 'stack.tif')
    await sharp({ create: { width: 30, height: 20, channels: 3, background: '#777777' } })
      .tiff()
      .toFile(path)
    await addFields(path, [textField(270, text)])
    const outcome = await runOn(cropImages, { 'stack.tif': await readFile(path) }, { width: 10, height: 5 })
    const [field] = await readTiffEntries(outcome.path('images'), 0, { tags: [270], mostBytes: 1000 })
    return field?.bytes.toString().replace(/\0.*$/s, '')
  }

  it.each([
    ['{"shape": [5, 48, 64]}', undefined],
    ['{"shape": [5, 48, 64], "axes": "ZYX", "exposure": 12}', '{"exposure":12}'],
    ['ImageJ=1.53t\nimages=5\nslices=5\nunit=um\n', 'ImageJ=1.53t\nunit=um\n'],
    ['{"shape": "round"}', '{"shape": "round"}'],
    ['A leaf, {"shape": [1]}', 'A leaf, {"shape": [1]}'],
  ])('loses the shape of the stack: %j', async (text, expected) => {
    expect(await described(text)).toBe(expected)
  })
})

describe('the place of an image on a map', () => {
  it('moves with a crop', async () => {
    const outcome = await runOn(cropImages, { 'dem.tif': DEM }, { left: 4, top: 3, width: 10, height: 5 })

    expect(await fieldsOf(outcome)).toEqual({
      [SCALE]: [10, 10, 0],
      [TIE_POINTS]: [0, 0, 0, 691_040, 5_333_970, 0],
      42113: '-9999\0',
    })
    expect(outcome.log).toEqual(['Cropped 1 image.'])
  })

  it('moves with a trimmed border', async () => {
    const framed = new Uint16Array(600).map((_, at) => (at % WIDTH >= 6 && at >= 5 * WIDTH ? 60_000 : 0))

    const outcome = await runOn(cropImages, { 'dem.tif': mapOf(framed) }, { mode: 'trim' })

    expect(await fieldsOf(outcome)).toMatchObject({ [TIE_POINTS]: [0, 0, 0, 691_060, 5_333_950, 0] })
  })

  it('moves with points on the ground, and with a matrix', async () => {
    const points = { [TIE_POINTS]: [0, 0, 0, 7, 50, 0, 30, 20, 0, 8, 49, 0] }
    const matrix = { [MATRIX]: [10, 1, 0, 500, 2, -10, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1] }
    const samples = new Uint16Array(600)
    const files = { 'points.tif': mapOf(samples, points) }

    const cropped = await runOn(cropImages, files, { left: 4, top: 3 })
    const turned = await runOn(cropImages, { 'matrix.tif': mapOf(samples, matrix) }, { left: 4, top: 3 })

    expect(await fieldsOf(cropped)).toMatchObject({ [TIE_POINTS]: [-4, -3, 0, 7, 50, 0, 26, 17, 0, 8, 49, 0] })
    expect(await fieldsOf(turned)).toMatchObject({
      [MATRIX]: [10, 1, 0, 543, 2, -10, 0, 878, 0, 0, 0, 0, 0, 0, 0, 1],
    })
  })

  it('keeps its extent when the image is resized, and warns of mixed missing values', async () => {
    const outcome = await runOn(resizeImages, { 'dem.tif': DEM }, { by: 'percent', percent: 50 })

    expect(await fieldsOf(outcome)).toMatchObject({ [SCALE]: [20, 20, 0], [TIE_POINTS]: PLACE[TIE_POINTS] })
    expect(outcome.log).toContain(
      'dem.tif marks missing values with -9999. Resampling mixes them with their neighbors.',
    )
  })

  it('is kept by conversion to TIFF, which also keeps floating-point values', async () => {
    const values = numbered(new Float32Array(600), 1.5) as Float32Array<ArrayBuffer>
    const kept = await runOn(convertImages, { 'dem.tif': DEM }, { format: 'tiff' })
    const real = await runOn(convertImages, { 'a.tif': mapOf(values) }, { format: 'tiff' })

    expect(await fieldsOf(kept)).toEqual({ ...PLACE, 42113: '-9999\0' })
    expect(await fieldsOf(real)).toEqual({ ...PLACE, 42113: '-9999\0' })
    expect(await samplesOf(real.path('images'), Float32Array)).toEqual([...values])
    expect(real.log).toEqual(['Wrote 1 image.'])
  })

  it('does not affect resized floating-point numbers, which equal those of Pillow', async () => {
    const values = new Float32Array(600).map((_, at) => Math.sin(at) * 1000)

    const resized = await runOn(resizeImages, { 'a.tif': mapOf(values) }, { width: 7, height: 9, fit: 'fill' })

    const written = await samplesOf(resized.path('images'), Float32Array)
    expect([0, 10, 62].map((at) => Number(written[at]?.toFixed(2)))).toEqual([86.08, -12.69, 146.5])
  })

  it.each([-9999, Number.NaN])(
    'is kept when floating-point numbers are resized, among which %s means “missing”',
    async (missing) => {
      const values = new Float32Array(600).map((_, at) => (at % WIDTH < 10 ? missing : 812.5))

      const half = await runOn(resizeImages, { 'a.tif': mapOf(values) }, { by: 'percent', percent: 50 })

      expect(await fieldsOf(half)).toMatchObject({ [SCALE]: [20, 20, 0], 42113: '-9999\0' })
      const written = await samplesOf(half.path('images'), Float32Array)
      expect(written).toHaveLength(150)
      const right = written.filter((_, at) => at % 15 >= 5)
      expect(right.every((value) => Math.abs(value - 812.5) < 0.001)).toBe(true)
      expect(written.filter((_, at) => at % 15 < 5).every((value) => value === -9999)).toBe(true)
      expect(half.log).toEqual(['Resized 1 image.'])
    },
  )

  it('does not affect resized floating-point numbers, none of which is missing if the marker is empty', async () => {
    const file = mapOf(new Float32Array(600).map((_, at) => (at % WIDTH < 10 ? 0 : 812.5)))
    file.fill(0, file.indexOf('-9999'), file.indexOf('-9999') + 5)

    const half = await runOn(resizeImages, { 'a.tif': file }, { by: 'percent', percent: 50 })

    const written = await samplesOf(half.path('images'), Float32Array)
    expect([written[0], Math.round(written[5] ?? 0)]).toEqual([0, 769])
  })

  it('is lost in PNG together with the marker for missing values, and the log says so', async () => {
    const png = await runOn(convertImages, { 'dem.tif': DEM }, { format: 'png' })

    expect(png.log).toContain(
      'dem.tif marks missing values with -9999. PNG can’t store this marker, so missing values will look like data.',
    )
  })

  it('is lost with a warning in another format or with padding, and without a warning if the user does not keep it', async () => {
    const png = await runOn(convertImages, { 'dem.tif': DEM }, { format: 'png' })
    const padded = await runOn(resizeImages, { 'dem.tif': DEM }, { width: 20, height: 20, fit: 'contain' })
    const bare = await runOn(cropImages, { 'dem.tif': DEM }, { left: 4, keep_metadata: false })

    expect(png.log).toContain('dem.tif loses its georeferencing as PNG.')
    expect(padded.log).toContain(
      'dem.tif loses its georeferencing, because it is rotated, or cropped or padded to fit.',
    )
    expect(await fieldsOf(padded)).toEqual({})
    expect(await fieldsOf(bare)).toEqual({})
    expect(bare.log).toEqual(['Cropped 1 image.'])
  })
})

/** Returns the image with an orientation tag for a rotation by 90 degrees. */
async function turned(image: Buffer): Promise<Buffer> {
  const path = join(await testFolder(), 'turned.tif')
  await writeFile(path, image)
  await addFields(path, [shortField(274, [6])])
  return readFile(path)
}

it('an image that its camera rotated loses its georeferencing, and keeps its values', async () => {
  const deep = await runOn(cropImages, { 'a.tif': await turned(DEM) }, { width: 10 })
  const values = numbered(new Float32Array(600), 1.5) as Float32Array<ArrayBuffer>
  const real = await runOn(cropImages, { 'a.tif': await turned(mapOf(values)) }, { width: 10 })

  expect([await fieldsOf(deep), await fieldsOf(real)]).toEqual([{}, {}])
  const said = 'a.tif loses its georeferencing, because it is rotated, or cropped or padded to fit.'
  expect([deep.log[0], real.log[0]]).toEqual([said, said])
  // The rotated image has 20 × 30 pixels. Its upper left corner is the lower left corner of the original image.
  const written = await samplesOf(real.path('images'), Float32Array)
  expect([written.length, written[0], written[1]]).toEqual([300, 19 * WIDTH * 1.5, 18 * WIDTH * 1.5])
})

describe('a crop of an image with unusual samples', () => {
  it.each([
    ['float', numbered(new Float32Array(600), 1.5), 1],
    ['float', numbered(new Float32Array(1800), -1.5), 3],
    ['uint', numbered(new Uint32Array(600), 7_000_001), 1],
    ['short', numbered(new Int16Array(600), -54), 1],
    ['uchar', numbered(new Uint8Array(3000)), 5],
  ] as const)('keeps the samples exactly as %s', async (depth, samples, channels) => {
    const files = { 'dem.tif': mapOf(samples as TiffPage['samples'], PLACE, channels) }
    const outcome = await runOn(cropImages, files, { left: 4, top: 3, width: 10, height: 5 })

    const file = outcome.path('images')
    const facts = await sharp(file).metadata()
    expect([facts.width, facts.height, facts.channels, facts.depth]).toEqual([10, 5, channels, depth])
    const written = await samplesOf(file, samples.constructor as Samples)
    expect(written.slice(0, channels)).toEqual(
      Array.from({ length: channels }, (_, at) => samples[(3 * WIDTH + 4) * channels + at]),
    )
    expect(written.at(-1)).toBe(samples[(7 * WIDTH + 14) * channels - 1])
    expect(await fieldsOf(outcome)).toMatchObject({ [TIE_POINTS]: [0, 0, 0, 691_040, 5_333_970, 0], 42113: '-9999\0' })
    expect(outcome.log).toEqual(['Cropped 1 image.'])
  })

  it('trims the border, and scales the samples for a format that can’t store them', async () => {
    const framed = new Float32Array(600).map((_, at) => (at % WIDTH >= 6 && at >= 5 * WIDTH ? 812.5 : 400))

    const trimmed = await runOn(cropImages, { 'dem.tif': mapOf(framed) }, { mode: 'trim' })
    const shown = await runOn(cropImages, { 'dem.tif': mapOf(framed) }, { format: 'png' })

    expect(await sharp(trimmed.path('images')).metadata()).toMatchObject({ width: 24, height: 15, depth: 'float' })
    expect(await fieldsOf(trimmed)).toMatchObject({ [TIE_POINTS]: [0, 0, 0, 691_060, 5_333_950, 0] })
    expect(shown.log.join()).toContain('They are scaled to 8 bits')
  })

  it('is refused for signed integers with several channels, with a remedy', async () => {
    const image = mapOf(new Int16Array(1800), PLACE, 3)

    await expect(runOn(cropImages, { 'a.tif': image })).rejects.toThrow(
      'a.tif has 3 channels of type short, which can’t be written unchanged. Save it as 32-bit floating point',
    )
  })

  it('is refused if the channels are stored separately', async () => {
    const image = mapOf(new Float32Array(1800), PLACE, 3)
    // Replaces the field RowsPerStrip (278) with PlanarConfiguration (284). Its value 2 means separate channels.
    const entry = Buffer.from([278 & 255, 278 >> 8, 4, 0, 1, 0, 0, 0])
    image.writeUInt16LE(284, image.indexOf(entry))
    image.writeUInt32LE(2, image.indexOf(Buffer.from([284 & 255, 284 >> 8, 4, 0, 1, 0, 0, 0])) + 8)

    await expect(runOn(cropImages, { 'a.tif': image })).rejects.toThrow(
      'a.tif stores its 3 channels separately, which can’t be processed.',
    )
  })
})

it('the pixel size is also scaled if it is stored in single precision', async () => {
  const path = join(await testFolder(), 'single.tif')
  await writeFile(path, DEM)
  await addFields(path, [{ tag: SCALE, type: 11, count: 3, bytes: Buffer.from(Float32Array.of(10, 10, 0).buffer) }])

  const half = await runOn(resizeImages, { 'a.tif': await readFile(path) }, { by: 'percent', percent: 50 })

  expect(await fieldsOf(half)).toMatchObject({ [SCALE]: [20, 20, 0] })
})
