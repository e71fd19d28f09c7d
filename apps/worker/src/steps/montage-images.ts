import { plural } from '@millrace/tables/sentences'
import { defineStep, type ParameterSchema, StepError, type StepInput } from '@millrace/worker-sdk'
import sharp, { type OverlayOptions } from 'sharp'
import { COLONY, LEAF } from '#sample/images.ts'
import { imageNotes } from './images/image-notes.ts'
import { LABEL_HEIGHT, labelPng } from './images/label.ts'
import { IMAGES, pagesLeftOut, pagesOf, type ReadImage, readImage, unreadable } from './images/read-image.ts'

const IMAGES_MAX = 1000
const PIXELS_MAX = 100_000_000

const PARAMETERS = {
  type: 'object',
  properties: {
    columns: {
      type: ['integer', 'null'],
      title: 'Columns',
      description: 'Leave empty for about as many columns as rows.',
      default: null,
      minimum: 1,
      maximum: 100,
    },
    width: { type: 'integer', title: 'Width of a tile', default: 320, minimum: 16, maximum: 4000, 'x-unit': 'px' },
    height: { type: 'integer', title: 'Height of a tile', default: 240, minimum: 16, maximum: 4000, 'x-unit': 'px' },
    gap: { type: 'integer', title: 'Gap', default: 8, minimum: 0, maximum: 200, 'x-unit': 'px' },
    background: { type: 'string', title: 'Background', default: '#ffffff', pattern: '^#[0-9a-fA-F]{6}$' },
    labels: {
      type: 'boolean',
      title: 'Label with file names',
      default: true,
    },
    order: {
      type: 'string',
      enum: ['given', 'name'],
      'x-enum-titles': { given: 'As chosen', name: 'By name' },
      title: 'Order',
      default: 'given',
    },
  },
} as const satisfies ParameterSchema

interface Tile {
  width: number
  height: number
}

export const montageImages = defineStep({
  functionName: 'montage_images',
  version: '1.1.3',
  deterministic: true,
  title: 'Combine images',
  shortDescription: 'Puts images side by side in one picture, with their names as labels.',
  longDescription: `Each image is rotated upright by its EXIF orientation and scaled to fit inside a tile. Up to ${IMAGES_MAX.toLocaleString('en')} images and 100 million
pixels.`,
  categories: ['Images'],
  tasks: ['montage', 'collage', 'contact sheet', 'grid of images', 'side by side', 'compare images', 'overview'],
  icon: 'grid-3x3',
  showFirst: ['montage'],
  parameters: PARAMETERS,
  inputs: [IMAGES],
  outputs: [{ name: 'montage', title: 'Montage', mediaType: 'image/png' }],
  returns: {
    type: 'object',
    properties: {
      images: { type: 'integer', title: 'Images' },
      columns: { type: 'integer', title: 'Columns' },
      rows: { type: 'integer', title: 'Rows' },
    },
  },
  examples: [
    { title: 'Two images with labels', parameters: { width: 160, height: 120 }, inputs: { images: [LEAF, COLONY] } },
    {
      title: 'One column, no labels',
      parameters: { columns: 1, width: 160, height: 120, labels: false },
      inputs: { images: [COLONY, LEAF] },
    },
  ],
  async run(context) {
    const { width, height, gap, background, labels, order } = context.parameters
    const chosen = context.inputs('images')
    if (chosen.length > IMAGES_MAX)
      throw new StepError(
        `A montage can have up to ${IMAGES_MAX.toLocaleString('en')} images, but ${chosen.length.toLocaleString('en')} were chosen. Choose fewer.`,
      )
    const images = order === 'name' ? chosen.toSorted(byName) : chosen
    const columns = Math.min(context.parameters.columns ?? Math.ceil(Math.sqrt(images.length)), images.length)
    const rows = Math.ceil(images.length / columns)
    const cell = { width: width + gap, height: height + gap + (labels ? LABEL_HEIGHT : 0) }
    const size = { width: columns * cell.width + gap, height: rows * cell.height + gap }
    if (size.width * size.height > PIXELS_MAX) {
      const pixels = Math.round((size.width * size.height) / 1e6).toLocaleString('en')
      throw new StepError(
        `The montage would have ${pixels} million pixels. The limit is 100 million. Use smaller tiles.`,
      )
    }
    const tiles: OverlayOptions[] = []
    const notes = imageNotes()
    for (const [at, input] of images.entries()) {
      const pages = await pagesOf(input)
      if (pages > 1) notes.add(input.name, pagesLeftOut(pages))
      const left = gap + (at % columns) * cell.width
      const top = gap + Math.floor(at / columns) * cell.height
      const read = await readImage(input)
      for (const note of read.notes) notes.add(read.name, note)
      tiles.push({ input: await tileOf(read, { width, height }), left, top })
      if (labels)
        tiles.push({ input: Buffer.from(await labelPng(input.name, width, background)), left, top: top + height })
      context.progress((0.8 * (at + 1)) / images.length)
    }
    const path = context.output('montage', { name: 'montage.png', mediaType: 'image/png' })
    await sharp({ create: { ...size, channels: 3, background }, limitInputPixels: PIXELS_MAX })
      .composite(tiles)
      .png()
      .toFile(path)
    notes.write(context.log)
    context.log.info(
      `Put ${plural(images.length, 'image')} into ${plural(columns, 'column')} and ${plural(rows, 'row')}.`,
    )
    return { images: images.length, columns, rows }
  },
})

async function tileOf({ image, name }: ReadImage, { width, height }: Tile): Promise<Buffer> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return image
    .resize({ width, height, fit: 'contain', background, withoutEnlargement: true })
    .ensureAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch((error: unknown) => {
      throw unreadable(name, error)
    })
}

const collator = new Intl.Collator('en', { numeric: true })

function byName(one: StepInput, other: StepInput): number {
  return collator.compare(one.name, other.name)
}
