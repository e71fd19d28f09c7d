import { listed } from '@millrace/tables/sentences'
import type { Slot, StepContext } from '@millrace/worker-sdk'
import type { OutputInfo, Region, Sharp } from 'sharp'
import { correctShape } from './described-shape.ts'
import { type ExactSamples, writeSamples } from './exact-samples.ts'
import { isGeoreferenced, movedFields, noDataOf, type Placement } from './geotiff-fields.ts'
import type { ImageNotes } from './image-notes.ts'
import { type ReadImage, unreadable } from './read-image.ts'
import { addFields, densityFields } from './tiff-fields.ts'

const FORMATS = {
  png: { suffix: '.png', mediaType: 'image/png' },
  jpeg: { suffix: '.jpg', mediaType: 'image/jpeg' },
  webp: { suffix: '.webp', mediaType: 'image/webp' },
  tiff: { suffix: '.tif', mediaType: 'image/tiff' },
  avif: { suffix: '.avif', mediaType: 'image/avif' },
} as const

export type ImageFormat = keyof typeof FORMATS

/** Formats whose samples can have 16 bits. */
const DEEP: readonly ImageFormat[] = ['png', 'tiff']
/** For gray images in these formats, the encoder would write color by default. */
const GRAY: readonly ImageFormat[] = ['png', 'tiff', 'jpeg']

export const CHANGED_IMAGES: Slot = {
  name: 'images',
  title: 'Images',
  mediaType: Object.values(FORMATS)
    .map(({ mediaType }) => mediaType)
    .join(', '),
  max: null,
}

const FORMAT_TITLES = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP', tiff: 'TIFF', avif: 'AVIF' }

const FORMAT = {
  type: 'string',
  enum: ['png', 'jpeg', 'webp', 'tiff', 'avif'],
  'x-enum-titles': FORMAT_TITLES,
  title: 'Write as',
} as const

const QUALITY = {
  type: 'integer',
  title: 'Quality',
  description: 'For JPEG, WebP and AVIF: lower values make smaller files. PNG and TIFF are lossless.',
  default: 90,
  minimum: 1,
  maximum: 100,
  'x-group': 'File',
} as const

const METADATA = {
  type: 'boolean',
  title: 'Keep metadata',
  description: 'Such as the camera, time and place of a photo, and the place of a GeoTIFF on the map.',
  default: true,
  'x-group': 'File',
} as const

/** Parameters for the files that a step writes. `same` keeps the format of each image. */
export const FILE_PARAMETERS = {
  format: {
    ...FORMAT,
    enum: ['same', ...FORMAT.enum],
    'x-enum-titles': { same: 'Same as the image', ...FORMAT_TITLES },
    default: 'same',
    'x-group': 'File',
  },
  quality: QUALITY,
  keep_metadata: METADATA,
} as const

export { FORMAT, METADATA, QUALITY }

interface FileChoice {
  format: ImageFormat | 'same'
  quality: number
  keep_metadata: boolean
}

export interface WriteOptions extends FileChoice {
  suffix: string
  /** The color that replaces transparency in JPEG. */
  background?: string
  /** Returns the placement of the changed image in the original. Omitted if the image loses its georeferencing. */
  place?: ((info: OutputInfo) => Placement) | undefined
  notes: ImageNotes
}

/** Writes a changed image. Samples keep 16 bits if the format supports them. */
export async function writeImage(
  context: Pick<StepContext<unknown>, 'output'>,
  read: ReadImage,
  changed: Sharp,
  { place, background = '#ffffff', notes, ...choice }: WriteOptions,
): Promise<void> {
  const { format, path } = outputOf(context, read, choice)
  const { quality, keep_metadata: keepsMetadata } = choice
  const keepsPlace = keepsMetadata && format === 'tiff' && place !== undefined && !read.isTurned
  const losses = [
    read.isDeep && !DEEP.includes(format) && '16 bits per sample',
    read.hasAlpha && format === 'jpeg' && 'transparency',
    keepsMetadata && format !== 'tiff' && isGeoreferenced(read.geoFields) && 'georeferencing',
  ].filter((loss) => loss !== false)
  for (const note of read.notes) notes.add(read.name, note)
  const noData = format === 'tiff' ? undefined : noDataOf(read.geoFields)
  if (noData)
    notes.add(
      read.name,
      `marks missing values with ${noData}. ${FORMAT_TITLES[format]} can’t store this marker, so missing values will look like data.`,
    )
  if (losses.length > 0) notes.add(read.name, `loses its ${listed(losses)} as ${FORMAT_TITLES[format]}.`)
  if (keepsMetadata && format === 'tiff' && !keepsPlace && isGeoreferenced(read.geoFields))
    notes.add(read.name, DISPLACED)
  try {
    const info = await encoded(read, changed, { format, quality, background, keepsMetadata }).toFile(path)
    if (keepsMetadata && format === 'tiff') await correctShape(path)
    if (keepsPlace)
      await addFields(path, movedFields(read.geoFields, place(info), { areValuesKept: read.exact === undefined }))
  } catch (error) {
    throw unreadable(read.name, error)
  }
}

/**
 * Writes a region of an image as TIFF, without changing the samples. Other formats do not support this. Requires
 * `read.exact`.
 */
export async function writeRegion(
  context: Pick<StepContext<unknown>, 'output'>,
  read: ReadImage,
  region: Region,
  options: Omit<WriteOptions, 'place'>,
): Promise<void> {
  const samples = await read.exact?.(region)
  const place = { left: region.left, top: region.top, across: 1, down: 1 }
  if (samples) await writeExact(context, read, samples, { ...options, place })
}

export async function writeExact(
  context: Pick<StepContext<unknown>, 'output'>,
  read: ReadImage,
  samples: ExactSamples,
  { notes, place, ...choice }: Omit<WriteOptions, 'place'> & { place: Placement | undefined },
): Promise<void> {
  const { path } = outputOf(context, read, choice)
  const keepsPlace = choice.keep_metadata && place !== undefined && !read.isTurned
  if (choice.keep_metadata && !keepsPlace && isGeoreferenced(read.geoFields)) notes.add(read.name, DISPLACED)
  const fields = keepsPlace ? movedFields(read.geoFields, place, { areValuesKept: true }) : []
  const density = choice.keep_metadata ? densityFields(read.density) : []
  await writeSamples(path, samples, [...density, ...fields])
}

/** Whether the image has samples that the encoder doesn't support and that are written unchanged. */
export function keepsSamples(read: ReadImage, { format }: Pick<FileChoice, 'format'>): boolean {
  return read.exact !== undefined && (format === 'tiff' || format === 'same')
}

const DISPLACED = 'loses its georeferencing, because it is rotated, or cropped or padded to fit.'

function outputOf(
  context: Pick<StepContext<unknown>, 'output'>,
  read: ReadImage,
  { format: wanted, suffix }: Pick<WriteOptions, 'format' | 'suffix'>,
): { format: ImageFormat; path: string } {
  const format = wanted === 'same' ? formatOf(read.format) : wanted
  const { suffix: extension, mediaType } = FORMATS[format]
  const path = context.output('images', { name: `${stemOf(read.name)}${suffix}${extension}`, mediaType })
  return { format, path }
}

/** Pixels per inch to write if the original doesn’t specify them. */
const UNKNOWN_DENSITY = 72

interface Encoding {
  format: ImageFormat
  quality: number
  background: string
  keepsMetadata: boolean
}

function encoded(read: ReadImage, changed: Sharp, { format, quality, background, keepsMetadata }: Encoding): Sharp {
  const opaque = format === 'jpeg' ? changed.flatten({ background }) : changed
  const isGray = read.channels < 3
  const deep =
    read.isDeep && DEEP.includes(format)
      ? opaque.toColorspace(isGray ? 'grey16' : 'rgb16')
      : isGray && GRAY.includes(format) && (format !== 'jpeg' || !read.hasAlpha)
        ? opaque.toColorspace('b-w')
        : opaque
  const whole = keepsMetadata ? deep.keepMetadata() : deep
  if (format === 'png') return whole.png()
  if (format === 'tiff') {
    // By default, the encoder would write one pixel per millimeter.
    const perMillimeter = ((keepsMetadata && read.density) || UNKNOWN_DENSITY) / 25.4
    return whole.tiff({ compression: 'deflate', xres: perMillimeter, yres: perMillimeter })
  }
  return whole[format]({ quality })
}

/** GIF and BMP images become PNG. GIF can’t represent all colors of a changed image. */
function formatOf(format: string): ImageFormat {
  return format in FORMATS ? (format as ImageFormat) : 'png'
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '')
}
