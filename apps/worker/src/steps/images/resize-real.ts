import type { ResizeOptions } from 'sharp'
import type { ExactSamples } from './exact-samples.ts'
import { noDataOf } from './geotiff-fields.ts'
import type { ReadImage } from './read-image.ts'

/** Maximum number of samples. Resizing keeps several numbers in memory for each sample. */
const SAMPLES_MAX = 30_000_000
const WHOLE: readonly unknown[] = ['inside', 'outside', 'fill']
const LOBES = 3

/**
 * Resamples floating-point samples with Lanczos 3. sharp is not used for this, because it would round them. Missing
 * values are left out of the weighted means. A new pixel is missing if missing values have more than half of its
 * weight. Undefined for samples of other kinds, for more than SAMPLES_MAX samples, and if the image is cropped or
 * padded to fit.
 */
export async function resizeReal(read: ReadImage, options: ResizeOptions): Promise<ExactSamples | undefined> {
  const { width, height } = read
  if (read.exactKind?.depth !== 'float' || !WHOLE.includes(options.fit)) return undefined
  if (width * height * read.channels > SAMPLES_MAX) return undefined
  const samples = await read.exact?.({ left: 0, top: 0, width, height })
  if (!samples) return undefined
  const { info } = await read.image.clone().resize(options).raw().toBuffer({ resolveWithObject: true })
  const { channels, data } = samples
  const values = new Float32Array(data.buffer, data.byteOffset, width * height * channels)
  const noData = Math.fround(Number(noDataOf(read.geoFields) || Number.NaN))
  const all = new Float32Array(info.width * info.height * channels)
  for (let channel = 0; channel < channels; channel += 1) {
    const own = Float32Array.from({ length: width * height }, (_, at) => values[at * channels + channel] ?? 0)
    const resized = resizeChannel({ values: own, width, height }, info, noData)
    for (const [at, value] of resized.entries()) all[at * channels + channel] = value
  }
  return { ...samples, width: info.width, height: info.height, data: new Uint8Array(all.buffer) }
}

interface Size {
  width: number
  height: number
}

interface Channel extends Size {
  values: Float32Array
}

function resizeChannel(channel: Channel, size: Size, noData: number): Float32Array {
  const isMissing = (value: number) => Number.isNaN(value) || value === noData
  if (!channel.values.some(isMissing)) return resample(channel, size)
  const known = channel.values.map((value) => (isMissing(value) ? 0 : 1))
  const counted = channel.values.map((value) => (isMissing(value) ? 0 : value))
  const weights = resample({ ...channel, values: known }, size)
  return resample({ ...channel, values: counted }, size).map((value, at) => {
    const weight = weights[at] ?? 0
    return weight < 0.5 ? noData : value / weight
  })
}

function resample({ values, width, height }: Channel, size: Size): Float32Array {
  const wide = alongRows(values, { from: width, to: size.width, rows: height })
  const turned = alongRows(transposed(wide, size.width, height), { from: height, to: size.height, rows: size.width })
  return transposed(turned, size.height, size.width)
}

function alongRows(values: Float32Array, { from, to, rows }: { from: number; to: number; rows: number }): Float32Array {
  if (from === to) return values
  const made = new Float32Array(to * rows)
  for (let column = 0; column < to; column += 1) {
    const { first, weights } = weightsAt(column, from, to)
    for (let row = 0; row < rows; row += 1) {
      let sum = 0
      for (const [at, weight] of weights.entries()) sum += weight * (values[row * from + first + at] ?? 0)
      made[row * to + column] = sum
    }
  }
  return made
}

/** Returns the weights of the original values for one new value. Their sum is 1. */
function weightsAt(place: number, from: number, to: number): { first: number; weights: number[] } {
  const scale = from / to
  const [middle, stretch] = [(place + 0.5) * scale - 0.5, Math.max(1, scale)]
  const first = Math.max(0, Math.ceil(middle - LOBES * stretch))
  const last = Math.min(from - 1, Math.floor(middle + LOBES * stretch))
  const weights = Array.from({ length: last - first + 1 }, (_, at) => lanczos((first + at - middle) / stretch))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return { first, weights: weights.map((weight) => weight / sum) }
}

function lanczos(x: number): number {
  if (x === 0) return 1
  if (Math.abs(x) >= LOBES) return 0
  const angle = Math.PI * x
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle)
}

function transposed(values: Float32Array, width: number, height: number): Float32Array {
  const turned = new Float32Array(values.length)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) turned[column * height + row] = values[row * width + column] ?? 0
  return turned
}
