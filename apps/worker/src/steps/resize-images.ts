import { plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import { COLONY, LEAF } from '#sample/images.ts'
import { eachImage } from './images/each-image.ts'
import { noDataOf } from './images/geotiff-fields.ts'
import { IMAGES } from './images/read-image.ts'
import { isExact, resizeExactly } from './images/resize-exactly.ts'
import { resizeReal } from './images/resize-real.ts'
import { CHANGED_IMAGES, FILE_PARAMETERS, keepsSamples, writeExact, writeImage } from './images/write-image.ts'

const SIDE = { type: ['integer', 'null'], minimum: 1, maximum: 20_000, default: null, 'x-unit': 'px' } as const

type Fit = 'inside' | 'cover' | 'contain' | 'fill'

const PARAMETERS = {
  type: 'object',
  properties: {
    by: {
      type: 'string',
      enum: ['size', 'percent'],
      'x-enum-titles': { size: 'Width and height', percent: 'Percent' },
      title: 'Resize by',
      default: 'size',
    },
    width: {
      ...SIDE,
      title: 'Width',
      description: 'Leave empty to scale with the height.',
      'x-applies-if': { by: ['size'] },
    },
    height: {
      ...SIDE,
      title: 'Height',
      description: 'Leave empty to scale with the width.',
      'x-applies-if': { by: ['size'] },
    },
    fit: {
      type: 'string',
      enum: ['inside', 'cover', 'contain', 'fill'],
      'x-enum-titles': { inside: 'Fit inside', cover: 'Fill and crop', contain: 'Fit and pad', fill: 'Stretch' },
      title: 'Fit',
      description: 'How an image with different proportions fits if both width and height are given.',
      default: 'inside',
      'x-applies-if': { by: ['size'] },
    },
    percent: {
      type: 'number',
      title: 'Percent',
      default: 50,
      minimum: 1,
      maximum: 1000,
      'x-unit': '%',
      'x-applies-if': { by: ['percent'] },
    },
    enlarge: {
      type: 'boolean',
      title: 'Enlarge smaller images',
      default: false,
      'x-applies-if': { by: ['size'] },
    },
    ...FILE_PARAMETERS,
  },
} as const satisfies ParameterSchema

export const resizeImages = defineStep({
  functionName: 'resize_images',
  version: '1.1.9',
  deterministic: true,
  title: 'Resize images',
  shortDescription: 'Makes images smaller or larger, to a size in pixels or in percent.',
  longDescription: `Each image is rotated upright by its EXIF orientation and resampled with Lanczos 3. 16-bit images stay 16-bit in PNG and
TIFF, and GeoTIFF files keep their georeferencing. If an image has several pages or frames, only the first is used.

Floating-point samples stay floating-point in TIFF, and missing values stay missing. Samples are scaled to 8 bits, with a
warning in the log, if the output is not TIFF, if the image is cropped or padded to fit, or if it has more than 30 million
samples.`,
  categories: ['Images'],
  tasks: ['resize', 'scale an image', 'thumbnail', 'shrink photos', 'smaller images', 'change resolution'],
  icon: 'images',
  showFirst: ['images'],
  parameters: PARAMETERS,
  inputs: [IMAGES],
  outputs: [CHANGED_IMAGES],
  returns: { type: 'object', properties: { images: { type: 'integer', title: 'Images' } } },
  examples: [
    { title: 'Fit inside 80 × 80 pixels', parameters: { width: 80, height: 80 }, inputs: { images: [LEAF, COLONY] } },
    { title: 'Half the size, as JPEG', parameters: { by: 'percent', format: 'jpeg' }, inputs: { images: [LEAF] } },
  ],
  async run(context) {
    const { by, width, height, fit, percent, enlarge, ...file } = context.parameters
    if (by === 'size' && width === null && height === null) throw new StepError('Enter a width, a height, or both.')
    const images = await eachImage(context, async (read, notes) => {
      const size =
        by === 'percent'
          ? { width: scaled(read.width, percent), height: scaled(read.height, percent), fit: 'fill' as const }
          : { ...sizeOf({ width, height, fit }), withoutEnlargement: !enlarge }
      const isWhole = !('width' in size && 'height' in size) || ['inside', 'fill'].includes(size.fit)
      const real = keepsSamples(read, file) ? await resizeReal(read, size) : undefined
      if (real) {
        const across = real.width / read.width
        const place = isWhole ? { left: 0, top: 0, across, down: real.height / read.height } : undefined
        return writeExact(context, read, real, { ...file, suffix: '_resized', notes, place })
      }
      const background = { r: 255, g: 255, b: 255, alpha: read.hasAlpha ? 0 : 1 }
      const exact = isExact(read, size.fit)
      if (read.isDeep && !read.hasAlpha && !exact) notes.add(read.name, COARSE)
      const resized = exact ? await resizeExactly(read, size) : read.image.resize({ ...size, background })
      const noData = read.exact ? undefined : noDataOf(read.geoFields)
      if (noData)
        notes.add(read.name, `marks missing values with ${noData}. Resampling mixes them with their neighbors.`)
      return writeImage(context, read, resized, {
        ...file,
        suffix: '_resized',
        notes,
        place: isWhole
          ? (info) => ({ left: 0, top: 0, across: info.width / read.width, down: info.height / read.height })
          : undefined,
      })
    })
    context.log.info(`Resized ${plural(images, 'image')}.`)
    return { images }
  },
})

const COARSE = 'has 16 bits per sample. Resampled values can be off by 0.2%.'

/** Returns the target size. If only one side is given, the other follows from the aspect ratio. */
function sizeOf({ width, height, fit }: { width: number | null; height: number | null; fit: Fit }) {
  if (width === null) return { ...(height !== null && { height }), fit: 'inside' as const }
  return height === null ? { width, fit: 'inside' as const } : { width, height, fit }
}

function scaled(side: number, percent: number): number {
  return Math.max(1, Math.round((side * percent) / 100))
}
