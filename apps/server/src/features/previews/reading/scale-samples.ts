import sharp, { type Sharp } from 'sharp'

/** The share of samples shown as black, and the share shown as white. */
const TAIL = 0.005
/** Approximate number of samples that are sorted to find the limits. */
const SORTED = 200_000
/** Samples with at least this magnitude are placeholders for missing values. */
const PLAUSIBLE = 1e30

/**
 * Scales samples of any range to 8 bits, so that only the darkest and brightest 0.5 % are clipped. Missing values
 * become black. In images with at least three channels, the first three are red, green and blue.
 */
export async function toVisible(image: Sharp, noData: number | null): Promise<Sharp> {
  const { data, info } = await image.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true })
  const samples = new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4)
  const { width, height, channels } = info
  const shown = channels >= 3 ? 3 : 1
  const missing = noData === null ? Number.NaN : Math.fround(noData)
  const isValue = (sample: number) => Math.abs(sample) < PLAUSIBLE && sample !== missing
  const { low, high } = limitsOf(samples, channels, isValue)
  const factor = high > low ? 255 / (high - low) : 0
  const scaled = new Uint8ClampedArray(width * height * shown)
  for (let pixel = 0, to = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < shown; channel++, to++) {
      const sample = samples[pixel * channels + channel] ?? 0
      scaled[to] = isValue(sample) ? (factor === 0 ? 128 : (sample - low) * factor) : 0
    }
  }
  return sharp(scaled, { raw: { width, height, channels: shown } })
}

/**
 * Returns the values that become black and white. Sorts a selection of whole pixels, so that all channels are covered.
 */
function limitsOf(samples: Float32Array, channels: number, isValue: (sample: number) => boolean) {
  const every = Math.max(1, Math.floor(samples.length / SORTED))
  const taken = samples.filter((sample, at) => Math.floor(at / channels) % every === 0 && isValue(sample)).sort()
  const at = (share: number) => taken[Math.round(share * (taken.length - 1))] ?? 0
  return { low: at(TAIL), high: at(1 - TAIL) }
}
