import { plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema, StepError } from '@millrace/worker-sdk'
import type { OutputInfo, Region, Sharp } from 'sharp'
import { COLONY, LEAF } from '#sample/images.ts'
import { eachImage } from './images/each-image.ts'
import { IMAGES, type ReadImage } from './images/read-image.ts'
import { CHANGED_IMAGES, FILE_PARAMETERS, keepsSamples, writeImage, writeRegion } from './images/write-image.ts'

const AREA = { 'x-applies-if': { mode: ['area'] } } as const
const SIDE = { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 100_000, default: null, ...AREA } as const
const EDGE = { type: 'number', minimum: 0, maximum: 100_000, default: 0, ...AREA } as const

const PARAMETERS = {
  type: 'object',
  properties: {
    mode: {
      type: 'string',
      enum: ['area', 'trim'],
      'x-enum-titles': { area: 'An area', trim: 'Trim the border' },
      title: 'Keep',
      description: 'Trim removes the edges that have the color of the top left pixel.',
      default: 'area',
    },
    unit: {
      type: 'string',
      enum: ['px', 'percent'],
      'x-enum-titles': { px: 'Pixels', percent: 'Percent' },
      title: 'Unit',
      description: 'Percent suits images of different sizes.',
      default: 'px',
      ...AREA,
    },
    left: { ...EDGE, title: 'From the left' },
    top: { ...EDGE, title: 'From the top' },
    width: { ...SIDE, title: 'Width', description: 'Leave empty to reach the right edge.' },
    height: { ...SIDE, title: 'Height', description: 'Leave empty to reach the bottom edge.' },
    tolerance: {
      type: 'number',
      title: 'Tolerance',
      description: 'How much the color may vary within the border.',
      default: 10,
      minimum: 0,
      maximum: 255,
      'x-applies-if': { mode: ['trim'] },
    },
    ...FILE_PARAMETERS,
  },
} as const satisfies ParameterSchema

type Parameters = { unit: 'px' | 'percent'; left: number; top: number; width: number | null; height: number | null }

export const cropImages = defineStep({
  functionName: 'crop_images',
  version: '1.1.8',
  deterministic: true,
  title: 'Crop images',
  shortDescription: 'Crops each image to the same area, or trims its border.',
  longDescription: `Each image is rotated upright by its EXIF orientation before it is cropped. Pixels are not resampled, and TIFF files
keep their values, whatever their type, and their georeferencing. An area that starts outside
an image is an error; one that ends outside is cut at the edge, and the log says so.`,
  categories: ['Images'],
  tasks: ['crop', 'cut out', 'region of interest', 'trim border', 'remove margin'],
  icon: 'image',
  showFirst: ['images'],
  parameters: PARAMETERS,
  inputs: [IMAGES],
  outputs: [CHANGED_IMAGES],
  returns: { type: 'object', properties: { images: { type: 'integer', title: 'Images' } } },
  examples: [
    {
      title: 'The upper left quarter',
      parameters: { unit: 'percent', width: 50, height: 50 },
      inputs: { images: [LEAF, COLONY] },
    },
    { title: 'Trim the border', parameters: { mode: 'trim' }, inputs: { images: [COLONY] } },
  ],
  async run(context) {
    const { mode, unit, left, top, width, height, tolerance, ...file } = context.parameters
    const images = await eachImage(context, async (read, notes) => {
      const options = { ...file, suffix: '_cropped', notes }
      const trimmed = read.image.clone().trim({ threshold: tolerance })
      const region = mode === 'area' ? regionOf(read, { unit, left, top, width, height }, context.log) : undefined
      if (keepsSamples(read, file)) return writeRegion(context, read, region ?? (await regionKept(trimmed)), options)
      const cropped = region ? read.image.extract(region) : trimmed
      return writeImage(context, read, cropped, {
        ...options,
        place: (info) => ({ ...(region ?? keptOf(info)), across: 1, down: 1 }),
      })
    })
    context.log.info(`Cropped ${plural(images, 'image')}.`)
    return { images }
  },
})

async function regionKept(trimmed: Sharp): Promise<Region> {
  const { info } = await trimmed.raw().toBuffer({ resolveWithObject: true })
  return keptOf(info)
}

function keptOf({ width, height, trimOffsetLeft = 0, trimOffsetTop = 0 }: OutputInfo): Region {
  return { left: Math.abs(trimOffsetLeft), top: Math.abs(trimOffsetTop), width, height }
}

function regionOf(read: ReadImage, parameters: Parameters, log: { warn(text: string): void }): Region {
  const { unit } = parameters
  const pixels = (value: number, side: number) => Math.round(unit === 'percent' ? (value / 100) * side : value)
  const left = pixels(parameters.left, read.width)
  const top = pixels(parameters.top, read.height)
  if (left >= read.width || top >= read.height) {
    throw new StepError(
      `The area starts outside ${read.name}, which is ${read.width} × ${read.height} pixels: ${left} from the left, ${top} from the top. Choose an area inside the image.`,
    )
  }
  const wanted = {
    width: parameters.width === null ? read.width - left : Math.max(1, pixels(parameters.width, read.width)),
    height: parameters.height === null ? read.height - top : Math.max(1, pixels(parameters.height, read.height)),
  }
  const region = {
    left,
    top,
    width: Math.min(wanted.width, read.width - left),
    height: Math.min(wanted.height, read.height - top),
  }
  if (region.width < wanted.width || region.height < wanted.height)
    log.warn(`${read.name} ends within the area. ${region.width} × ${region.height} pixels are kept.`)
  return region
}
