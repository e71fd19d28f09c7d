import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { TiffEntry } from '@millrace/figures/tiff-directory'
import { StepError } from '@millrace/worker-sdk'
import type { Region, Sharp } from 'sharp'
import type { ImageFacts } from './plain-image.ts'
import { appendDirectory, longField, shortField } from './tiff-fields.ts'

/** The unchanged samples of an image, pixel by pixel. The channels of a pixel are adjacent. */
export interface ExactSamples {
  width: number
  height: number
  channels: number
  isColored: boolean
  kind: SampleKind
  data: Uint8Array
}

/** The type of a sample, as named by the decoder and as encoded in TIFF. */
export interface SampleKind {
  depth: 'char' | 'uchar' | 'short' | 'ushort' | 'int' | 'uint' | 'float'
  bytes: 1 | 2 | 4
  /** TIFF’s code: 1 for unsigned integers, 2 for signed integers, 3 for floating-point numbers. */
  format: 1 | 2 | 3
}

const KINDS: readonly SampleKind[] = [
  { depth: 'char', bytes: 1, format: 2 },
  { depth: 'uchar', bytes: 1, format: 1 },
  { depth: 'short', bytes: 2, format: 2 },
  { depth: 'ushort', bytes: 2, format: 1 },
  { depth: 'int', bytes: 4, format: 2 },
  { depth: 'uint', bytes: 4, format: 1 },
  { depth: 'float', bytes: 4, format: 3 },
]
const WORDS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }
/** Added to signed 16-bit samples while they are read, because color conversions would clamp negative samples to 0. */
const OFFSET = 32_768
const STRIP_BYTES = 1_000_000
const DEFLATE = 8

/** Returns the sample kind of an image. Undefined if the samples can’t be read unchanged. */
export function sampleKindOf({ depth, channels }: Pick<ImageFacts, 'depth' | 'channels'>): SampleKind | undefined {
  const kind = KINDS.find((one) => one.depth === depth)
  return kind?.depth === 'short' && channels > 1 ? undefined : kind
}

/** Reads the unchanged samples in a region of an image. */
export async function exactSamples(
  { image, name, facts }: { image: Sharp; name: string; facts: ImageFacts },
  region: Region,
): Promise<ExactSamples> {
  const { channels, space } = facts
  const kind = sampleKindOf(facts)
  if (!kind) {
    throw new StepError(
      `${name} has ${channels} channels of type ${facts.depth}, which can’t be written unchanged. Save it as 32-bit floating point, or choose PNG under “Write as” to scale it to 8 bits.`,
      { parameter: { name: 'format' } },
    )
  }
  const { width, height } = region
  const isShort = kind.depth === 'short'
  const samples = new WORDS[kind.bytes](width * height * channels)
  for (let channel = 0; channel < channels; channel += 1) {
    // The decoder accepts any channel number, but its types list only four, so a cast is needed.
    const own = isShort ? image.clone().linear(1, OFFSET) : image.clone()
    const pixels = own
      .extract(region)
      .toColorspace(space)
      .extractChannel(channel as 0)
      .toColorspace(space)
    const bytes = await pixels.raw({ depth: isShort ? 'ushort' : kind.depth }).toBuffer()
    const values = new WORDS[kind.bytes](bytes.buffer, bytes.byteOffset, width * height)
    for (const [at, value] of values.entries()) samples[at * channels + channel] = isShort ? value - OFFSET : value
  }
  const isColored = channels >= 3 && !['b-w', 'grey16'].includes(space)
  return { width, height, channels, isColored, kind, data: new Uint8Array(samples.buffer) }
}

/** Writes samples that the encoder doesn’t support. The file is a TIFF file, compressed with Deflate. */
export async function writeSamples(path: string, image: ExactSamples, fields: readonly TiffEntry[]): Promise<void> {
  const { width, height, channels, isColored, kind, data } = image
  const rowBytes = width * channels * kind.bytes
  const rows = Math.max(1, Math.floor(STRIP_BYTES / rowBytes))
  const offsets: number[] = []
  const lengths: number[] = []
  await using file = await open(path, 'w+')
  await file.write(Buffer.from('II*\0\0\0\0\0', 'latin1'))
  let at = 8
  for (let row = 0; row < height; row += rows) {
    const strip = await promisify(deflate)(data.subarray(row * rowBytes, Math.min(height, row + rows) * rowBytes))
    await file.write(strip, 0, strip.length, at)
    offsets.push(at)
    lengths.push(strip.length)
    at += strip.length
  }
  const each = (value: number) => Array.from({ length: channels }, () => value)
  const surplus = channels - (isColored ? 3 : 1)
  const own = [
    longField(256, [width]),
    longField(257, [height]),
    shortField(258, each(kind.bytes * 8)),
    shortField(259, [DEFLATE]),
    shortField(262, [isColored ? 2 : 1]),
    longField(273, offsets),
    shortField(277, [channels]),
    longField(278, [rows]),
    longField(279, lengths),
    ...(surplus > 0 ? [shortField(338, each(0).slice(0, surplus))] : []),
    shortField(339, each(kind.format)),
  ]
  await appendDirectory(file, { at, fields: [...own, ...fields] })
}
