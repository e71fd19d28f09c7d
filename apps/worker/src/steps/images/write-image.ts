import { listed } from '@millrace/tables/sentences'
import type { Slot, StepContext } from '@millrace/worker-sdk'
import type { Sharp } from 'sharp'
import type { ImageNotes } from './image-notes.ts'
import { type ReadImage, unreadable } from './read-image.ts'

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

/** The slot of the images that a step wrote. */
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
  description: 'Such as the camera, time and place of a photo.',
  default: true,
  'x-group': 'File',
} as const

/** The parameters for the files that a step writes. `same` keeps the format of each image. */
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
  /** Appended to the stem of the image’s name. */
  suffix: string
  /** What transparent pixels become in JPEG. */
  background?: string
  notes: ImageNotes
}

/** Writes a changed image, with 16 bits per sample if it has them and the format can keep them. */
export async function writeImage(
  context: Pick<StepContext<unknown>, 'output'>,
  read: ReadImage,
  changed: Sharp,
  { format: wanted, quality, keep_metadata, suffix, background = '#ffffff', notes }: WriteOptions,
): Promise<{ width: number; height: number }> {
  const format = wanted === 'same' ? formatOf(read.format) : wanted
  const { suffix: extension, mediaType } = FORMATS[format]
  const path = context.output('images', { name: `${stemOf(read.name)}${suffix}${extension}`, mediaType })
  const losses = [
    read.isDeep && !DEEP.includes(format) && '16 bits per sample',
    read.hasAlpha && format === 'jpeg' && 'transparency',
  ].filter((loss) => loss !== false)
  for (const note of read.notes) notes.add(read.name, note)
  if (losses.length > 0) notes.add(read.name, `loses its ${listed(losses)} as ${FORMAT_TITLES[format]}.`)
  try {
    return await encoded(read, changed, { format, quality, background, keepsMetadata: keep_metadata }).toFile(path)
  } catch (error) {
    throw unreadable(read.name, error)
  }
}

interface Encoding {
  format: ImageFormat
  quality: number
  background: string
  keepsMetadata: boolean
}

function encoded(read: ReadImage, changed: Sharp, { format, quality, background, keepsMetadata }: Encoding): Sharp {
  const opaque = format === 'jpeg' ? changed.flatten({ background }) : changed
  const deep =
    read.isDeep && DEEP.includes(format) ? opaque.toColorspace(read.channels < 3 ? 'grey16' : 'rgb16') : opaque
  const whole = keepsMetadata ? deep.keepMetadata() : deep
  if (format === 'png') return whole.png()
  if (format === 'tiff') return whole.tiff({ compression: 'deflate' })
  return whole[format]({ quality })
}

/** GIF can’t be written with all colors of a changed image. */
function formatOf(format: string): ImageFormat {
  return format in FORMATS ? (format as ImageFormat) : 'png'
}

function stemOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, '')
}
