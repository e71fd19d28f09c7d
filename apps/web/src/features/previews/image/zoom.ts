import type { Size } from '#lib/size.ts'

/** The size of a picture: as large as fits, or that many screen pixels for each of its own. */
export type Zoom = 'fit' | number

const STEPS = [0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 32]
export const ZOOM_MIN = 0.25
export const ZOOM_MAX = 32
/** From here on, pixels are drawn as squares, although their widths may differ by one pixel of the screen. */
const SQUARES_FROM = 4

/** The next larger or smaller step. A picture that fits may be smaller than the smallest one, or larger than the largest. */
export function zoomStep(from: number, by: 1 | -1): number {
  const next = by === 1 ? STEPS.find((step) => step > from * 1.01) : STEPS.findLast((step) => step < from * 0.99)
  return next ?? (by === 1 ? Math.max(from, ZOOM_MAX) : Math.min(from, ZOOM_MIN))
}

/** The zoom after the wheel was turned or two fingers were spread. */
export function zoomByWheel(from: number, deltaY: number): number {
  const zoom = from * Math.exp(-Math.max(-50, Math.min(50, deltaY)) / 100)
  return Math.max(Math.min(from, ZOOM_MIN), Math.min(Math.max(from, ZOOM_MAX), zoom))
}

/** Larger, a picture of a few pixels would be nothing but squares. */
const FIT_MAX = 16

/** The zoom at which a picture fits its frame. One of a few pixels stays smaller. */
export function fitZoom(picture: Size, frame: Size): number {
  return Math.min(FIT_MAX, frame.width / picture.width, frame.height / picture.height)
}

/** Whether pixels are drawn as squares instead of being smoothed. */
export function showsPixels(zoom: number): boolean {
  return zoom >= SQUARES_FROM || (zoom > 1 && Number.isInteger(zoom))
}
