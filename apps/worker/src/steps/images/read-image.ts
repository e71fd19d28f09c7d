import { plural } from '@millrace/tables/sentences'
import { type Slot, StepError, type StepInput } from '@millrace/worker-sdk'
import sharp, { type Metadata, type Sharp } from 'sharp'

/** The types that steps read. SVG is a drawing: rendering it could load other files. */
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/gif', 'image/avif']

/** Turning a photo upright takes four bytes per pixel of memory. */
const PIXELS_MAX = 100_000_000

/** Whatever a file is called, only the decoders of these formats ever see it. Tiles of a montage are PNG in memory. */
const DECODERS = ['PngFile', 'PngBuffer', 'JpegFile', 'WebpFile', 'TiffFile', 'NsgifFile', 'HeifFile']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: DECODERS.map((name) => `VipsForeignLoad${name}`) })
sharp.cache(false)

/** The slot of the images that a step changes one by one. */
export const IMAGES: Slot = {
  name: 'images',
  title: 'Images',
  description: 'Images as PNG, JPEG, WebP, TIFF, GIF or AVIF.',
  mediaType: TYPES.join(', '),
  max: null,
}

export interface ReadImage {
  name: string
  /** Upright, as its camera says. */
  image: Sharp
  /** In pixels, upright. */
  width: number
  height: number
  /** Such as `jpeg`. */
  format: string
  /** Whether a sample has 16 bits instead of 8. */
  isDeep: boolean
  hasAlpha: boolean
  channels: number
}

export interface ReadOptions {
  page?: number
}

/** Opens an image without decoding its pixels. */
export async function readImage(file: StepInput, { page = 0 }: ReadOptions = {}): Promise<ReadImage> {
  const path = await file.path()
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', page, pages: 1 } as const
  const metadata = await metadataOf(file.name, path)
  const { width, height } = metadata.autoOrient
  if (width * height > PIXELS_MAX) {
    const pixels = Math.round((width * height) / 1e6).toLocaleString('en')
    throw new StepError(`${file.name} has ${pixels} million pixels. The limit is 100 million.`)
  }
  if (metadata.depth !== 'uchar' && metadata.depth !== 'ushort') {
    throw new StepError(
      `${file.name} has samples of the type ${metadata.depth}. Only images with 8 or 16 bits per sample can be processed.`,
    )
  }
  return {
    name: file.name,
    image: sharp(path, options).autoOrient(),
    width,
    height,
    format: metadata.format === 'heif' ? 'avif' : metadata.format,
    isDeep: metadata.depth === 'ushort',
    hasAlpha: metadata.hasAlpha,
    channels: metadata.channels,
  }
}

/** How many pages or frames an image has. */
export async function pagesOf(file: StepInput): Promise<number> {
  return (await metadataOf(file.name, await file.path())).pages ?? 1
}

/** For steps that use one page of each image. */
export function pagesLeftOut(name: string, pages: number): string {
  return `${name} has ${plural(pages, 'page')}. Only the first one is used. Use “Convert images” to write each page to its own file.`
}

async function metadataOf(name: string, path: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw unreadable(name, error)
  }
}

/** An image that turns out to be damaged while its pixels are decoded. */
export function unreadable(name: string, error: unknown): StepError {
  return new StepError(
    `${name} can’t be read. It may be damaged, or its format is not supported. Use PNG, JPEG, WebP, TIFF, GIF or AVIF.`,
    { cause: error },
  )
}
