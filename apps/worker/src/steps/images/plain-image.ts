import type { Metadata, Sharp } from 'sharp'
import sharp from 'sharp'
import { bmpPixels } from './bmp-pixels.ts'

/** An image converted to gray or color samples in memory, because its original samples can’t be processed. */
export interface PlainImage {
  image: Sharp
  channels: number
  isDeep: boolean
  hasAlpha: boolean
  /** A note about what the conversion loses. */
  note?: string
}

/** Fraction of samples that become black. The same fraction becomes white. */
const TAIL = 0.005
/** Approximate number of samples that are sorted to find the values that become black and white. */
const SORTED = 200_000
/** Samples with this or a larger absolute value are considered placeholders for missing values. */
const PLAUSIBLE = 1e30
const GRAY: readonly string[] = ['b-w', 'grey16']
const SAMPLE_WORDS: Record<string, string> = {
  char: 'signed integers',
  short: 'signed integers',
  int: 'signed integers',
  uint: '32-bit integers',
  float: 'floating-point numbers',
  double: 'floating-point numbers',
}

/** The decoder’s metadata of an image, and whether the channel after gray or color is an alpha channel. */
export type ImageFacts = Metadata & { hasTransparency: boolean }

/**
 * Whether an image is unusual. Usual images are gray or color, with or without alpha, and have unsigned 8-bit or 16-bit
 * samples.
 */
export function isUnusual({ depth, channels, space, hasTransparency }: ImageFacts): boolean {
  // CIELAB is not unusual, because the decoder converts it.
  if (space === 'labs') return false
  const most = GRAY.includes(space) ? (hasTransparency ? 2 : 1) : 4
  return !['uchar', 'ushort'].includes(depth) || channels > most
}

/** Whether the samples can be scaled to 8 bits. Complex numbers cannot. */
export function isScalable({ depth }: Metadata): boolean {
  return ['uchar', 'ushort'].includes(depth) || depth in SAMPLE_WORDS
}

/**
 * Returns the first three channels of a color image, or the first channel of any other image. Samples other than
 * unsigned 8-bit or 16-bit integers are scaled to 8 bits, as in previews. Further channels are dropped; otherwise, the
 * decoder would treat one of them as an alpha channel.
 */
export async function plainImage(image: Sharp, metadata: Metadata): Promise<PlainImage> {
  const { depth, space, channels } = metadata
  const shown = !GRAY.includes(space) && channels >= 3 ? 3 : 1
  const isNumeric = depth in SAMPLE_WORDS
  // Color conversions would clamp negative samples to zero.
  const offset = depth === 'short' ? 32_768 : depth === 'char' ? 128 : 0
  const wanted = isNumeric ? 'float' : depth === 'ushort' ? 'ushort' : 'uchar'
  const { data, info } = await (offset === 0 ? image : image.linear(1, offset))
    .toColorspace(space)
    .raw({ depth: wanted })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const samples = samplesOf(data, wanted)
  const kept = Math.min(shown, info.channels) as 1 | 3
  const first = firstChannels(samples, { from: info.channels, to: kept })
  const pixels = isNumeric ? toVisible(first as Float32Array) : (first as Uint8Array | Uint16Array)
  const note = noteOf(metadata, shown)
  return {
    image: sharp(pixels, { raw: { width, height, channels: kept } }),
    channels: kept,
    isDeep: wanted === 'ushort',
    hasAlpha: false,
    ...(note && { note }),
  }
}

function noteOf({ depth, channels }: Metadata, shown: 1 | 3): string {
  const words = SAMPLE_WORDS[depth]
  const scaled =
    words &&
    `has samples that are ${words}. They are scaled to 8 bits: the lowest 0.5% are black and the highest 0.5% white.`
  const used = shown === 3 ? 'three are used, as red, green and blue' : 'is used'
  const taken = channels > shown && `has ${channels} channels. Only the first ${used}.`
  return [scaled, taken].filter((part) => part).join(' It ')
}

/** Reads a BMP image. Throws a BmpFault if the image can’t be read. */
export async function plainBmp(path: string): Promise<PlainImage> {
  const { data, ...raw } = await bmpPixels(path)
  return { image: sharp(data, { raw }), channels: raw.channels, isDeep: false, hasAlpha: raw.channels === 4 }
}

function samplesOf({ buffer, byteOffset, byteLength }: Buffer, depth: 'float' | 'ushort' | 'uchar') {
  if (depth === 'float') return new Float32Array(buffer, byteOffset, byteLength / 4)
  return depth === 'ushort'
    ? new Uint16Array(buffer, byteOffset, byteLength / 2)
    : new Uint8Array(buffer, byteOffset, byteLength)
}

function firstChannels<S extends Float32Array | Uint16Array | Uint8Array>(
  samples: S,
  { from, to }: { from: number; to: number },
): S {
  if (from === to) return samples
  // Works in place, because a copy of a large image would take too much memory.
  const pixels = samples.length / from
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (let channel = 0; channel < to; channel += 1)
      samples[pixel * to + channel] = samples[pixel * from + channel] ?? 0
  }
  return samples.subarray(0, pixels * to) as S
}

/** Scales samples to 8 bits so that nearly all of them can be distinguished. Missing values become black. */
function toVisible(samples: Float32Array): Uint8ClampedArray<ArrayBuffer> {
  const isValue = (sample: number) => Math.abs(sample) < PLAUSIBLE
  // The interval is neither even nor a multiple of three, so samples of all channels are included.
  let every = Math.max(1, Math.floor(samples.length / SORTED))
  while (every > 1 && (every % 2 === 0 || every % 3 === 0)) every += 1
  const sorted = samples.filter((sample, at) => at % every === 0 && isValue(sample)).sort()
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  const [low, high] = [at(TAIL), at(1 - TAIL)]
  const factor = high > low ? 255 / (high - low) : 0
  return Uint8ClampedArray.from(samples, (sample) =>
    isValue(sample) ? (factor === 0 ? 128 : (sample - low) * factor) : 0,
  )
}
