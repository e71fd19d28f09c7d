import {
  hasLabColors,
  hasLostPlanes,
  readTiffHeader,
  type TiffHeader,
  UNSUPPORTED_COMPRESSIONS,
} from '@millrace/figures/tiff-header'
import { count, plural } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import sharp, { type Metadata, type ResizeOptions, type Sharp } from 'sharp'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { DrawingTask, DrawnPicture, PictureFacts, PictureTask } from '../preview-task.ts'
import { toVisible } from './scale-samples.ts'

/** Converted images with more pixels than this use slightly lossy compression. */
const LOSSLESS_PIXELS = 2_000_000
const QUALITY = 90
/** Maximum number of bits per sample that the decoder supports. */
const BITS_MAX = 32
/** Maximum number of channels. The library's own limit is too low for scientific images. */
const CHANNELS_MAX = 1024
const GRAY: readonly string[] = ['b-w', 'grey16']
const SIGNED_16_BIT_OFFSET = 32_768
/**
 * Color spaces whose samples can be scaled. Images in other color spaces, such as CMYK and Lab, are converted by the
 * library.
 */
const PLAIN_SPACES: readonly string[] = ['b-w', 'srgb', 'grey16', 'rgb16', 'scrgb', 'multiband']
const SCALED_NOTE =
  'Values are scaled to be visible: the lowest 0.5% are black and the highest 0.5% white. Download the file for its exact values.'

const SAMPLE_KINDS: Record<string, string> = {
  char: 'signed integers',
  short: 'signed integers',
  int: 'signed integers',
  float: 'floating-point numbers',
  double: 'floating-point numbers',
  complex: 'complex numbers',
  dpcomplex: 'complex numbers',
}

/** Allows only the TIFF decoder, so that a file is always read as TIFF, whatever its name. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadTiffFile'] })
sharp.cache(false)

function openPage({ path, page }: { path: string; page: number }): Sharp {
  return sharp(path, { page, pages: 1, limitInputPixels: false, limitInputChannels: CHANNELS_MAX, failOn: 'error' })
}

/** Returns the size and kind of a page. */
export async function describePicture(task: PictureTask): Promise<PictureFacts> {
  const metadata = await metadataOf(task)
  const { compression } = await readTiffHeader(task.path, task.page)
  const { width, height } = metadata.autoOrient
  const scale = Math.min(1, PREVIEW_LIMITS.pictureSide / Math.max(width, height))
  return {
    Width: width,
    Height: height,
    Page: task.page,
    TotalPages: metadata.pages ?? 1,
    Channels: metadata.channels,
    BitsPerSample: metadata.bitsPerSample ?? 8,
    SampleKind: SAMPLE_KINDS[metadata.depth] ?? null,
    Compression: compression,
    ShownWidth: Math.max(1, Math.round(width * scale)),
    ShownHeight: Math.max(1, Math.round(height * scale)),
    Notes: [...(isScaled(metadata) ? [SCALED_NOTE] : []), ...surplusNote(metadata)],
  }
}

function surplusNote(metadata: PageFacts): string[] {
  if (!hasSurplus(metadata)) return []
  const [shown, verb] = GRAY.includes(metadata.space) ? ['first', 'is'] : ['first three', 'are']
  return [`Only the ${shown} of ${metadata.channels} channels ${verb} shown.`]
}

/** Converts a page to WebP. Large pages are scaled down. Throws a TableFault if the page can’t be converted. */
export async function drawPicture(task: DrawingTask): Promise<DrawnPicture> {
  const metadata = await metadataOf(task)
  const header = await readTiffHeader(task.path, task.page)
  const { noData, compression } = header
  if (hasLostPlanes(header, metadata))
    throw new TableFault(
      `${task.name} stores its ${metadata.channels} channels separately, which can’t be shown here. Save it with the channels of each pixel together.`,
    )
  const missing = noData === null ? null : noData + offsetOf(metadata)
  const side = { width: task.sideMost, height: task.sideMost, fit: 'inside', withoutEnlargement: true } as const
  try {
    const page = openPage(task).autoOrient()
    const small = isScaled(metadata)
      ? await toVisible(await samplesWithin(page, metadata, { ...side, kernel: 'nearest' }), missing)
      : page.resize(side)
    const pixels = metadata.width * metadata.height
    const lossless = Math.min(pixels, task.sideMost ** 2) <= LOSSLESS_PIXELS
    const webp = await small.webp(lossless ? { lossless, effort: 2 } : { quality: QUALITY, effort: 2 }).toBuffer()
    return { webp: webp.toString('base64') }
  } catch (error) {
    throw compression && UNSUPPORTED_COMPRESSIONS.includes(compression)
      ? faultOf(
          `${task.name} has ${compression} compression, which can’t be shown here. Save it with LZW or Deflate.`,
          error,
        )
      : unreadable(task.name, error)
  }
}

type PageFacts = Metadata & Pick<TiffHeader, 'hasTransparency'>

async function metadataOf(task: PictureTask | DrawingTask): Promise<PageFacts> {
  const all = await headerOf(task, 0)
  const pages = all.pages ?? 1
  if (task.page >= pages) {
    throw new TableFault(`${task.name} has no page ${count(task.page + 1)}. It has ${plural(pages, 'page')}.`)
  }
  const metadata = task.page === 0 ? all : await headerOf(task, task.page)
  const { width, height } = metadata
  if (width * height > PREVIEW_LIMITS.pictureSourcePixels) {
    throw new TableFault(
      `This image has ${count(width)} × ${count(height)} pixels, too many to show here. Download it to view it.`,
    )
  }
  const { hasTransparency } = await readTiffHeader(task.path, task.page)
  return { ...metadata, pages, hasTransparency }
}

async function headerOf({ path, name }: PictureTask | DrawingTask, page: number): Promise<Metadata> {
  try {
    return await openPage({ path, page }).metadata()
  } catch (error) {
    const header = await readTiffHeader(path, page)
    const { bitsPerSample: bits } = header
    if (hasLabColors(header))
      throw faultOf(
        `${name} has CIELAB colors with ${bits ?? 8} bits, which can’t be shown here. Save it as RGB.`,
        error,
      )
    if (bits === null || bits <= BITS_MAX) throw unreadable(name, error)
    throw faultOf(
      `${name} has ${bits} bits per sample; up to ${BITS_MAX} can be shown. Save it with 32 bits, such as float32.`,
      error,
    )
  }
}

/**
 * Whether samples are scaled. Samples of more than 8 bits usually cover a small part of their range, so the image would
 * look uniform if they were not scaled.
 */
function isScaled(metadata: PageFacts): boolean {
  const { depth, space } = metadata
  return PLAIN_SPACES.includes(space) && (depth !== 'uchar' || space === 'multiband' || hasSurplus(metadata))
}

/** Whether there are channels besides color and transparency. The library would take one of them for alpha. */
function hasSurplus({ channels, space, hasTransparency }: PageFacts): boolean {
  return channels > 4 || (GRAY.includes(space) && channels > (hasTransparency ? 2 : 1))
}

async function samplesWithin(page: Sharp, metadata: PageFacts, size: ResizeOptions): Promise<Sharp> {
  if (!metadata.hasAlpha || metadata.channels !== 2) return samplesOf(page.resize(size), metadata)
  // The library takes the second channel for alpha and would darken the gray when resizing, so that channel is dropped.
  const depth = metadata.depth === 'uchar' || metadata.depth === 'ushort' ? metadata.depth : 'float'
  const { data, info } = await samplesOf(page, metadata).raw({ depth }).toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const Samples = { uchar: Uint8Array, ushort: Uint16Array, float: Float32Array }[depth]
  const raw = { width, height, channels: 1 } as const
  return sharp(new Samples(data.buffer, data.byteOffset, width * height), { raw, limitInputPixels: false })
    .resize(size)
    .toColorspace(metadata.space)
}

/**
 * Returns the samples without an alpha channel. Signed 16-bit samples get an offset, because color conversion would cut
 * off negative values.
 */
function samplesOf(page: Sharp, metadata: Metadata): Sharp {
  const opaque = metadata.hasAlpha ? page.removeAlpha() : page
  const offset = offsetOf(metadata)
  return (offset === 0 ? opaque : opaque.linear(1, offset)).toColorspace(metadata.space)
}

function offsetOf({ depth }: Metadata): number {
  return depth === 'short' ? SIGNED_16_BIT_OFFSET : 0
}

function unreadable(name: string, cause: unknown): TableFault {
  return faultOf(
    `${name} can’t be read as a TIFF image. It may be damaged or incomplete, or of a kind that can’t be shown here. Download it to view it.`,
    cause,
  )
}

function faultOf(sentence: string, cause: unknown): TableFault {
  return Object.assign(new TableFault(sentence), { cause })
}
