import sharp, { type Sharp } from 'sharp'

/** Returns an image with a red left half and a blue right half. */
export function halves(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels, 255)
  for (let at = 0; at < width * height; at += 1) {
    const isLeft = at % width < width / 2
    pixels.set(isLeft ? [255, 0, 0] : [0, 0, 255], at * channels)
    if (channels === 4) pixels[at * channels + 3] = isLeft ? 255 : 0
  }
  return sharp(pixels, { raw: { width, height, channels } })
}

export const png = () => halves(40, 20).png().toBuffer()

/** Returns the width, height and format of an image file. */
export async function sizeOf(path: string): Promise<[number, number, string]> {
  const { width, height, format } = await sharp(path).metadata()
  return [width, height, format]
}

/** Returns the red, green and blue values of one pixel of an image file. */
export async function pixelOf(path: string, left: number, top: number): Promise<number[]> {
  return [...(await sharp(path).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}
