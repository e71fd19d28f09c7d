import type { Size } from '#lib/size.ts'

/** The zoom of an image: as large as fits, or the number of screen pixels per image pixel. */
export type Zoom = 'fit' | number

const STEPS = [0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 32]
export const ZOOM_MIN = 0.25
export const ZOOM_MAX = 32
/** From this zoom on, pixels are drawn as squares, although their widths may differ by one screen pixel. */
const SQUARES_FROM = 4

/**
 * Returns the next larger or smaller step. If there is none, returns the nearest limit, or `from` if a fitted image is
 * already beyond it.
 */
export function zoomStep(from: number, by: 1 | -1): number {
  const next = by === 1 ? STEPS.find((step) => step > from * 1.01) : STEPS.findLast((step) => step < from * 0.99)
  return next ?? (by === 1 ? Math.max(from, ZOOM_MAX) : Math.min(from, ZOOM_MIN))
}

/** Returns the zoom after a turn of the wheel or a pinch. */
export function zoomByWheel(from: number, deltaY: number): number {
  const zoom = from * Math.exp(-Math.max(-50, Math.min(50, deltaY)) / 100)
  return Math.max(Math.min(from, ZOOM_MIN), Math.min(Math.max(from, ZOOM_MAX), zoom))
}

/** Maximum zoom of a fitted image: beyond this, a tiny image would be nothing but squares. */
const FIT_MAX = 16

/** Returns the zoom at which an image fits its frame, up to `FIT_MAX`. */
export function fitZoom(picture: Size, frame: Size): number {
  return Math.min(FIT_MAX, frame.width / picture.width, frame.height / picture.height)
}

/** Returns whether pixels are drawn as squares instead of being smoothed. */
export function showsPixels(zoom: number): boolean {
  return zoom >= SQUARES_FROM || (zoom > 1 && Number.isInteger(zoom))
}
