import type { Size } from '#lib/size.ts'
import type { Bounds, MapData, Position } from './geojson.ts'

/** The part of the map in view: the projected center, and the pixels per projected unit. */
export interface MapWindow {
  x: number
  y: number
  scale: number
}

const LATITUDE_MOST = 85.05
const PADDING = 40
/** Padding above and below, which leaves room for the scale bar at the bottom. */
const PADDING_DOWN = 64
const DEGREE = Math.PI / 180

/**
 * Projects with Web Mercator, in degrees, so shapes look as on other maps. Coordinates that aren't geographic are only
 * flipped vertically.
 */
export function project([x, y]: Position, isGeographic: boolean): Position {
  if (!isGeographic) return [x, -y]
  const latitude = Math.max(-LATITUDE_MOST, Math.min(LATITUDE_MOST, y))
  return [x, -Math.log(Math.tan(Math.PI / 4 + (latitude * DEGREE) / 2)) / DEGREE]
}

/** The inverse of `project`. */
export function unproject([x, y]: Position, isGeographic: boolean): Position {
  if (!isGeographic) return [x, -y]
  return [x, (2 * Math.atan(Math.exp(-y * DEGREE)) - Math.PI / 2) / DEGREE]
}

const METERS_PER_DEGREE = 111_320

/** Returns a round distance and its length in pixels in the middle of the map, at most `most` pixels. */
export function scaleOf(window: MapWindow, most: number): { meters: number; pixels: number } {
  const [, latitude] = unproject([window.x, window.y], true)
  const perPixel = (METERS_PER_DEGREE * Math.cos(latitude * DEGREE)) / window.scale
  const decade = 10 ** Math.floor(Math.log10(most * perPixel))
  const meters = ([5, 2, 1].find((step) => step * decade <= most * perPixel) ?? 1) * decade
  return { meters, pixels: meters / perPixel }
}

/** Returns the window that shows the whole map. */
export function fit({ bounds, isGeographic }: Pick<MapData, 'bounds' | 'isGeographic'>, size: Size): MapWindow {
  const [left, top] = project([bounds.west, bounds.north], isGeographic)
  const [right, bottom] = project([bounds.east, bounds.south], isGeographic)
  const smallest = isGeographic ? 0.01 : Math.max(1e-9, Math.abs(left) * 1e-9)
  const scale = Math.min(
    Math.max(1, size.width - 2 * PADDING) / Math.max(smallest, right - left),
    Math.max(1, size.height - 2 * PADDING_DOWN) / Math.max(smallest, bottom - top),
  )
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale }
}

/** Zooms by a factor while keeping a position on the screen fixed. */
export function zoomAt(window: MapWindow, factor: number, at: Position, size: Size): MapWindow {
  const scale = Math.min(1e9, Math.max(1e-9, window.scale * factor))
  const dx = at[0] - size.width / 2
  const dy = at[1] - size.height / 2
  return {
    scale,
    x: window.x + dx / window.scale - dx / scale,
    y: window.y + dy / window.scale - dy / scale,
  }
}

/** Returns the visible bounds, in the coordinates of the file. */
export function boundsOf(window: MapWindow, size: Size, isGeographic: boolean): Bounds {
  const halfWidth = size.width / 2 / window.scale
  const halfHeight = size.height / 2 / window.scale
  const [west, north] = unproject([window.x - halfWidth, window.y - halfHeight], isGeographic)
  const [east, south] = unproject([window.x + halfWidth, window.y + halfHeight], isGeographic)
  return { west, south, east, north }
}

/** Returns about `count` round values between two bounds: 47, 47.5, 48. */
export function gridLines(from: number, to: number, count: number): number[] {
  const span = to - from
  if (!(span > 0) || !Number.isFinite(span)) return []
  const power = 10 ** Math.floor(Math.log10(span / count))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= count) ?? 10 * power
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  )
}

/** Returns the number of decimals that the most precise value needs. */
export function decimalsOf(values: readonly number[]): number {
  return Math.max(
    0,
    ...values.map((value) => {
      const [, digits = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e(.+))?$/.exec(String(value)) ?? []
      return digits.length - Number(exponent)
    }),
  )
}

/**
 * Formats a longitude or latitude with at least `decimals` decimals: `47.5° N`. Longitudes beyond ±180° wrap around.
 */
export function degreesText(value: number, direction: 'longitude' | 'latitude', decimals = 0): string {
  const [positive, negative] = direction === 'longitude' ? ['E', 'W'] : ['N', 'S']
  const turns = direction === 'longitude' ? Math.round(value / 360) : 0
  const own = Number((value - turns * 360).toPrecision(12))
  const side = Math.abs(own) === 180 || own === 0 ? '' : own > 0 ? positive : negative
  return `${Math.abs(own).toFixed(Math.max(decimals, decimalsOf([own])))}°${side && ` ${side}`}`
}
