import { plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema } from '@millrace/worker-sdk'
import { COLONY, LEAF } from '#sample/images.ts'
import { imageNotes } from './images/image-notes.ts'
import { IMAGES, pagesOf, readImage } from './images/read-image.ts'
import {
  CHANGED_IMAGES,
  FORMAT,
  keepsSamples,
  METADATA,
  QUALITY,
  writeImage,
  writeRegion,
} from './images/write-image.ts'

const PAGES_MAX = 500
const UNMOVED = { left: 0, top: 0, across: 1, down: 1 }

const PARAMETERS = {
  type: 'object',
  properties: {
    format: { ...FORMAT, default: 'png' },
    quality: { ...QUALITY, 'x-applies-if': { format: ['jpeg', 'webp', 'avif'] } },
    background: {
      type: 'string',
      title: 'Background',
      description: 'The color that replaces transparent areas in JPEG, which has no transparency.',
      default: '#ffffff',
      pattern: '^#[0-9a-fA-F]{6}$',
      'x-applies-if': { format: ['jpeg'] },
    },
    pages: {
      type: 'string',
      enum: ['first', 'all'],
      'x-enum-titles': { first: 'First', all: 'Each to its own file' },
      title: 'Pages and frames',
      description: 'For multi-page TIFF files and animations.',
      default: 'first',
    },
    keep_metadata: METADATA,
  },
} as const satisfies ParameterSchema

export const convertImages = defineStep({
  functionName: 'convert_images',
  version: '1.1.9',
  deterministic: true,
  title: 'Convert images',
  shortDescription: 'Converts images to PNG, JPEG, WebP, TIFF or AVIF, optionally one file per page.',
  longDescription: `Each image is rotated upright by its EXIF orientation. 16-bit images stay 16-bit in PNG and TIFF. The log says which
images lose bit depth, transparency or georeferencing. Floating-point samples are kept in TIFF and scaled to 8 bits in other formats. Up to ${PAGES_MAX} pages of a file can be written.`,
  categories: ['Images'],
  tasks: ['convert', 'image format', 'TIFF to PNG', 'PNG to JPEG', 'split pages', 'frames of an animation'],
  icon: 'image-down',
  showFirst: ['images'],
  parameters: PARAMETERS,
  inputs: [IMAGES],
  outputs: [CHANGED_IMAGES],
  returns: { type: 'object', properties: { images: { type: 'integer', title: 'Images' } } },
  examples: [
    { title: 'PNG to WebP', parameters: { format: 'webp' }, inputs: { images: [LEAF] } },
    { title: 'PNG to JPEG', parameters: { format: 'jpeg', quality: 80 }, inputs: { images: [LEAF, COLONY] } },
  ],
  async run(context) {
    const { pages, ...file } = context.parameters
    const images = context.inputs('images')
    const notes = imageNotes()
    let written = 0
    for (const [at, input] of images.entries()) {
      const found = await pagesOf(input)
      const count = pages === 'all' ? Math.min(found, PAGES_MAX) : 1
      if (pages === 'first' && found > 1)
        notes.add(
          input.name,
          `has ${plural(found, 'page')}. Only the first one is converted. Set “Pages and frames” to convert all.`,
        )
      if (pages === 'all' && count < found)
        notes.add(input.name, `has ${plural(found, 'page')}. Only the first ${PAGES_MAX} are written.`)
      for (let page = 0; page < count; page += 1) {
        const read = await readImage(input, { page })
        const suffix = count > 1 ? `_${String(page + 1).padStart(String(count).length, '0')}` : ''
        const options = { ...file, suffix, notes }
        if (read.exactKind && keepsSamples(read, file))
          await writeRegion(context, read, { left: 0, top: 0, width: read.width, height: read.height }, options)
        else await writeImage(context, read, read.image, { ...options, place: () => UNMOVED })
        context.progress((at + (page + 1) / count) / images.length)
      }
      written += count
    }
    notes.write(context.log)
    context.log.info(`Wrote ${plural(written, 'image')}.`)
    return { images: written }
  },
})
