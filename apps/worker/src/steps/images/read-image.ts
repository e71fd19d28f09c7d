import type { TiffEntry } from '@millrace/figures/tiff-directory'
import { hasLabColors, hasLostPlanes, readTiffHeader, UNSUPPORTED_COMPRESSIONS } from '@millrace/figures/tiff-header'
import { plural } from '@millrace/tables/sentences'
import { type Slot, StepError, type StepInput } from '@millrace/worker-sdk'
import sharp, { type Region, type Sharp } from 'sharp'
import { BmpFault, bmpSize } from './bmp-pixels.ts'
import { type ExactSamples, exactSamples, type SampleKind, sampleKindOf } from './exact-samples.ts'
import { readGeoFields } from './geotiff-fields.ts'
import { type ImageFacts, isScalable, isUnusual, type PlainImage, plainBmp, plainImage } from './plain-image.ts'

/** Types that steps read. SVG is excluded, because rendering SVG could load other files. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/gif', 'image/avif', 'image/bmp']

/** Maximum number of pixels. Rotating an image upright takes four bytes of memory per pixel. */
const PIXELS_MAX = 100_000_000
/** Maximum number of samples of an image that is converted in memory. */
const CONVERTED_SAMPLES_MAX = 50_000_000
/** Maximum number of channels. Scientific images have more channels than the decoder allows by default. */
const CHANNELS_MAX = 256

const CONVERTED: Record<string, string> = { cmyk: 'CMYK', labs: 'CIELAB' }
/** Maximum number of bits per sample that the decoder reads. */
const BITS_MAX = 32

/** Only these decoders are enabled, regardless of file names. PngBuffer decodes the tiles of a montage. */
const DECODERS = ['PngFile', 'PngBuffer', 'JpegFile', 'WebpFile', 'TiffFile', 'NsgifFile', 'HeifFile']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) })
sharp.cache(false)

/** Input slot for images that a step processes one by one. */
export const IMAGES: Slot = {
  name: 'images',
  title: 'Images',
  description: 'Images as PNG, JPEG, WebP, TIFF, GIF, AVIF or BMP.',
  mediaType: TYPES.join(', '),
  max: null,
}

/** An image opened for processing, with metadata from the file's header. Pixels are decoded when `image` is used. */
export interface ReadImage {
  name: string
  /** The image, rotated upright by its EXIF orientation. */
  image: Sharp
  /** In pixels, after rotation. */
  width: number
  height: number
  /** The format, such as `jpeg`. */
  format: string
  /** Whether samples have 16 bits instead of 8. */
  isDeep: boolean
  hasAlpha: boolean
  channels: number
  /** True if the image has no color profile and no other metadata. */
  isBare: boolean
  /**
   * Notes for the log about what is lost when the image is converted. Each continues a sentence that starts with the
   * image’s name.
   */
  notes: string[]
  /** TIFF fields with the position of the image on a map and the marker of missing values. */
  geoFields: TiffEntry[]
  /** Whether the EXIF orientation is other than upright. */
  isTurned: boolean
  /** Pixels per inch, if the file specifies it. */
  density?: number | undefined
  /** Reads the unchanged samples of an image with unusual samples. Omitted for all other images. */
  exact?: (region: Region) => Promise<ExactSamples>
  /** The kind of the samples that `exact` reads. Undefined if samples of this kind can’t be written unchanged. */
  exactKind?: SampleKind | undefined
}

/** `page` is 0-based. By default, the first page is read. */
export interface ReadOptions {
  page?: number
}

/** Opens an image. BMP images and images with unusual samples are decoded immediately; all others only when used. */
export async function readImage(file: StepInput, { page = 0 }: ReadOptions = {}): Promise<ReadImage> {
  const path = await file.path()
  const { name } = file
  const bitmap = await bmpSize(path)
  if (bitmap) return readBmp(name, path, bitmap)
  const metadata = await metadataOf(name, path, page)
  const { width, height } = metadata.autoOrient
  requirePixels(name, { width, height })
  const options = {
    limitInputPixels: PIXELS_MAX,
    limitInputChannels: CHANNELS_MAX,
    failOn: 'error',
    page,
    pages: 1,
  } as const
  const image = sharp(path, options).autoOrient()
  const place = {
    geoFields: metadata.format === 'tiff' ? await readGeoFields(path, page) : [],
    isTurned: (metadata.orientation ?? 1) > 1,
    density: metadata.density,
  }
  if (isUnusual(metadata)) return { ...(await readUnusual(name, image, metadata)), ...place }
  return {
    name,
    image,
    ...place,
    width,
    height,
    format: metadata.format === 'heif' ? 'avif' : metadata.format,
    isDeep: metadata.depth === 'ushort',
    hasAlpha: metadata.hasAlpha,
    channels: metadata.channels,
    isBare: !(metadata.hasProfile || metadata.exif || metadata.xmp || metadata.iptc),
    notes: metadata.space in CONVERTED ? [`has ${CONVERTED[metadata.space]} colors. They are converted to RGB.`] : [],
  }
}

async function readUnusual(
  name: string,
  image: Sharp,
  metadata: ImageFacts,
): Promise<Omit<ReadImage, 'geoFields' | 'isTurned' | 'density'>> {
  const { width, height } = metadata.autoOrient
  if (!isScalable(metadata)) {
    throw new StepError(
      `${name} has samples of the type ${metadata.depth}, which can’t be processed. Save it with real numbers or integers.`,
    )
  }
  if (metadata.space in CONVERTED)
    throw new StepError(
      `${name} has ${CONVERTED[metadata.space]} colors with ${metadata.channels} channels, which can’t be processed. Save it as RGB.`,
    )
  requirePixels(name, { width, height }, metadata.channels)
  const plain = await plainImage(image, metadata).catch((error: unknown) => {
    throw unreadable(name, error)
  })
  const exact = (region: Region) => exactSamples({ image, name, facts: metadata }, region)
  return {
    name,
    width,
    height,
    format: 'tiff',
    isBare: true,
    exact,
    exactKind: sampleKindOf(metadata),
    ...withNotes(plain),
  }
}

async function readBmp(name: string, path: string, size: { width: number; height: number }): Promise<ReadImage> {
  requirePixels(name, size, 4)
  try {
    const plain = withNotes(await plainBmp(path))
    return { name, ...size, format: 'bmp', isBare: true, geoFields: [], isTurned: false, ...plain }
  } catch (error) {
    if (!(error instanceof BmpFault)) throw error
    throw new StepError(`${name} is a BMP image that can’t be read. ${error.message} Save it as PNG.`, { cause: error })
  }
}

function withNotes({ note, ...plain }: PlainImage) {
  return { ...plain, notes: note === undefined ? [] : [note] }
}

/** Throws an error if the image has too many pixels. `channels` is 0 unless the image is converted in memory. */
function requirePixels(name: string, { width, height }: { width: number; height: number }, channels = 0): void {
  const pixels = width * height
  const most = channels === 0 ? PIXELS_MAX : Math.floor(CONVERTED_SAMPLES_MAX / channels)
  if (pixels <= most) return
  const millions = (value: number) => Math.round(value / 1e6).toLocaleString('en')
  const remedy = channels === 0 ? '' : ' for images of this kind. Save it as PNG, or in parts'
  throw new StepError(
    `${name} has ${millions(pixels)} million pixels. The limit is ${millions(most)} million${remedy}.`,
  )
}

export async function pagesOf(file: StepInput): Promise<number> {
  const path = await file.path()
  return (await bmpSize(path)) ? 1 : ((await metadataOf(file.name, path, 0)).pages ?? 1)
}

/** Returns the note for images with pages that a step leaves out. */
export function pagesLeftOut(pages: number): string {
  return `has ${plural(pages, 'page')}. Only the first one is used. Use “Convert images” to write each page to its own file.`
}

/** Returns the metadata of one page. The pages of a TIFF file may differ in size, depth and colors. */
async function metadataOf(name: string, path: string, page: number): Promise<ImageFacts> {
  try {
    const options = { limitInputPixels: false, limitInputChannels: CHANNELS_MAX, page } as const
    const metadata = await sharp(path, options).metadata()
    if (metadata.format !== 'tiff') return { ...metadata, hasTransparency: true }
    const header = await readTiffHeader(path, page)
    const { hasTransparency, compression } = header
    if (compression && UNSUPPORTED_COMPRESSIONS.includes(compression))
      throw new StepError(
        `${name} has ${compression} compression, which can’t be processed. Save it with LZW or Deflate.`,
      )
    if (hasLostPlanes(header, metadata))
      throw new StepError(
        `${name} stores its ${metadata.channels} channels separately, which can’t be processed. Save it with the channels of each pixel together, for example with gdal_translate -co INTERLEAVE=PIXEL.`,
      )
    return { ...metadata, hasTransparency }
  } catch (error) {
    throw error instanceof StepError
      ? error
      : ((await unreadableTiff({ name, path, page }, error)) ?? unreadable(name, error))
  }
}

/** Returns an error that says why the decoder refuses a TIFF file. Undefined if the reason is unknown. */
async function unreadableTiff(
  { name, path, page }: { name: string; path: string; page: number },
  cause: unknown,
): Promise<StepError | undefined> {
  const header = await readTiffHeader(path, page)
  const bits = header.bitsPerSample ?? 8
  if (hasLabColors(header))
    return new StepError(`${name} has CIELAB colors with ${bits} bits, which can’t be processed. Save it as RGB.`, {
      cause,
    })
  if (bits <= BITS_MAX) return undefined
  return new StepError(
    `${name} has ${bits} bits per sample; up to ${BITS_MAX} can be processed. Save it with ${BITS_MAX} bits, such as float32.`,
    { cause },
  )
}

export function unreadable(name: string, error: unknown): StepError {
  return new StepError(
    `${name} can’t be read. It may be damaged, or its format is not supported. Use PNG, JPEG, WebP, TIFF, GIF, AVIF or BMP.`,
    { cause: error },
  )
}
