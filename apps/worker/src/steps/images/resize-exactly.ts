import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { type ReadImage, unreadable } from './read-image.ts'

/** Maximum number of samples. All of them are held in memory as floating-point numbers. */
const SAMPLES_MAX = 30_000_000
const WHITE = 65_535

/**
 * Whether an image is a 16-bit image that `resizeExactly` supports. The decoder resizes images without an alpha channel
 * with 12-bit weights, so values can be off by 0.2%.
 */
export function isExact({ isDeep, hasAlpha, isBare, width, height, channels }: ReadImage, fit: string): boolean {
  // `contain` pads the image, and the range of the padding's color values differs from that of the samples.
  return isDeep && !hasAlpha && isBare && fit !== 'contain' && width * height * channels <= SAMPLES_MAX
}

/** Resamples a 16-bit image with floating-point weights. Requires `isExact`. */
export async function resizeExactly({ image, name, channels }: ReadImage, options: ResizeOptions): Promise<Sharp> {
  const space = channels < 3 ? 'grey16' : 'rgb16'
  const samplesOf = async (one: Sharp) => {
    const { data, info } = await one.toColorspace(space).raw({ depth: 'float' }).toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const samples = new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4)
    return { samples, raw: { width, height, channels: info.channels } }
  }
  try {
    const { samples, raw } = await samplesOf(image)
    const small = await samplesOf(sharp(samples, { raw }).resize(options))
    const rounded = Uint16Array.from(small.samples, (sample) => Math.max(0, Math.min(WHITE, Math.round(sample))))
    return sharp(rounded, { raw: small.raw })
  } catch (error) {
    throw unreadable(name, error)
  }
}
