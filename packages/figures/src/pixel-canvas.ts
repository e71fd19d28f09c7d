import { PNG } from 'pngjs'

const SIDE_MAX = 8000

/** Implements the parts of a canvas that heat maps use: rectangles of one color, and complete images. */
export class PixelCanvas {
  fillStyle = 'rgb(0, 0, 0)'
  readonly #png: PNG

  constructor(width: number, height: number) {
    this.#png = new PNG({ width: sideOf(width), height: sideOf(height) })
    this.#png.data.fill(0)
  }

  createImageData(width: number, height: number) {
    return { width, height, data: new Uint8ClampedArray(width * height * 4) }
  }

  putImageData({ data }: { data: Uint8ClampedArray }): void {
    this.#png.data.set(data.subarray(0, this.#png.data.length))
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const color = rgbaOf(this.fillStyle)
    const { data, width: across, height: down } = this.#png
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(across, Math.round(x + width))]
    const [top, bottom] = [Math.max(0, Math.round(y)), Math.min(down, Math.round(y + height))]
    for (let row = top; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1) data.set(color, (row * across + column) * 4)
    }
  }

  toDataURL(): string {
    return `data:image/png;base64,${PNG.sync.write(this.#png).toString('base64')}`
  }
}

/** Parses a color: `rgba(1, 2, 3, 0.5)` → `[1, 2, 3, 128]`. */
function rgbaOf(style: string): [number, number, number, number] {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (style.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue, Math.round(alpha * 255)]
}

/** Returns a valid side length. If a part of a figure has no room, Plotly requests zero, negative or NaN pixels. */
function sideOf(length: number): number {
  return Math.min(SIDE_MAX, Math.max(1, Math.ceil(length) || 1))
}
