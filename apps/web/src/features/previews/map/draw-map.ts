import type { Size } from '#lib/size.ts'
import type { MapData, MapFeature, Position } from './geojson.ts'
import { nameOf, namesWithRoom } from './map-names.ts'
import { boundsOf, decimalsOf, degreesText, gridLines, type MapWindow, project, scaleOf } from './projection.ts'

interface MapColors {
  ink: string
  text: string
  ground: string
  line: string
  accent: string
  area: string
  selected: string
}

/**
 * What a canvas shows: the features in a map window, of which the selected one is highlighted. The size is in CSS
 * pixels.
 */
export interface MapDrawing {
  data: MapData
  window: MapWindow
  size: Size
  selected: MapFeature | undefined
}

const FONT = '11px "IBM Plex Sans Variable", system-ui, sans-serif'
const GRID_LINES = 6
const POINT_RADIUS = 4
const HIT_RADIUS = 8
const SCALE_WIDTH = 120
const SCALE_EDGE = 20

/** Draws the map onto a canvas whose pixels are scaled to CSS pixels. */
export function drawMap(context: CanvasRenderingContext2D, drawing: MapDrawing): void {
  const { data, size, selected } = drawing
  const colors = colorsOf(context.canvas)
  context.clearRect(0, 0, size.width, size.height)
  drawGrid(context, drawing, colors)
  for (const feature of data.features) if (feature !== selected) drawFeature(context, drawing, feature, colors)
  if (selected) drawFeature(context, drawing, selected, { ...colors, accent: colors.selected })
  drawNames(context, drawing, colors)
  if (data.isGeographic) drawScale(context, drawing, colors)
}

/** The scale bar is exact only in the middle of the map, because the scale depends on the latitude. */
function drawScale(context: CanvasRenderingContext2D, { window, size }: MapDrawing, colors: MapColors): void {
  const { meters, pixels } = scaleOf(window, SCALE_WIDTH)
  const right = size.width - SCALE_EDGE
  const bottom = size.height - SCALE_EDGE - 12
  const text = meters < 1000 ? `${Number(meters.toPrecision(1))} m` : `${(meters / 1000).toLocaleString('en-US')} km`
  const bar = new Path2D(`M${right - pixels} ${bottom - 6}V${bottom}H${right}V${bottom - 6}`)
  context.strokeStyle = colors.ground
  context.lineWidth = 5
  context.stroke(bar)
  context.strokeStyle = colors.text
  context.lineWidth = 1.5
  context.stroke(bar)
  context.textAlign = 'center'
  context.strokeStyle = colors.ground
  context.lineWidth = 3
  context.fillStyle = colors.text
  context.strokeText(text, right - pixels / 2, bottom - 6)
  context.fillText(text, right - pixels / 2, bottom - 6)
  context.textAlign = 'start'
}

/** A halo keeps the names readable on top of lines. */
function drawNames(context: CanvasRenderingContext2D, drawing: MapDrawing, colors: MapColors): void {
  const named = drawing.data.features.flatMap((feature) => {
    const [point] = feature.points
    const name = nameOf(feature)
    return point && name ? [{ name, at: place(drawing, point) }] : []
  })
  context.font = FONT
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = colors.ground
  context.fillStyle = colors.text
  for (const { name, x, y } of namesWithRoom(named, drawing.size, (text) => context.measureText(text).width)) {
    context.strokeText(name, x, y)
    context.fillText(name, x, y)
  }
}

/** Returns the topmost feature at or near a position on the screen. Undefined if there is none. */
export function featureAt(context: CanvasRenderingContext2D, drawing: MapDrawing, at: Position) {
  const [x, y] = at
  const ratio = context.getTransform().a
  context.save()
  context.lineWidth = HIT_RADIUS
  const found = drawing.data.features.findLast((feature) => {
    const isNear = feature.points.some((point) => {
      const [px, py] = place(drawing, point)
      return Math.hypot(px - x, py - y) <= HIT_RADIUS
    })
    if (isNear) return true
    const path = pathOf(drawing, feature)
    const inside = feature.areas.length > 0 && context.isPointInPath(path, x * ratio, y * ratio, 'evenodd')
    return inside || context.isPointInStroke(path, x * ratio, y * ratio)
  })
  context.restore()
  return found
}

function place({ data, window, size }: MapDrawing, position: Position): Position {
  const [x, y] = project(position, data.isGeographic)
  return [(x - window.x) * window.scale + size.width / 2, (y - window.y) * window.scale + size.height / 2]
}

function pathOf(drawing: MapDrawing, feature: MapFeature): Path2D {
  const path = new Path2D()
  const trace = (line: readonly Position[]) => {
    for (const [at, position] of line.entries()) {
      const [x, y] = place(drawing, position)
      if (at === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
  }
  for (const line of feature.lines) trace(line)
  for (const ring of feature.areas.flat()) {
    trace(ring)
    path.closePath()
  }
  return path
}

function drawFeature(context: CanvasRenderingContext2D, drawing: MapDrawing, feature: MapFeature, colors: MapColors) {
  context.strokeStyle = colors.accent
  context.fillStyle = colors.area
  context.lineWidth = 1.5
  const path = pathOf(drawing, feature)
  if (feature.areas.length > 0) context.fill(path, 'evenodd')
  context.stroke(path)
  context.fillStyle = colors.accent
  for (const point of feature.points) {
    const [x, y] = place(drawing, point)
    context.beginPath()
    context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI)
    context.fill()
  }
}

/** Draws meridians and parallels with their degrees, because there is no base map for orientation. */
function drawGrid(context: CanvasRenderingContext2D, drawing: MapDrawing, colors: MapColors): void {
  const { size, window, data } = drawing
  const { west, east, south, north } = boundsOf(window, size, data.isGeographic)
  const meridians = gridLines(west, east, GRID_LINES)
  const parallels = gridLines(south, north, GRID_LINES)
  const decimals = decimalsOf([...meridians, ...parallels])
  const gridText = (value: number, direction: 'longitude' | 'latitude') =>
    data.isGeographic
      ? degreesText(value, direction, decimals)
      : value.toLocaleString('en-US', { minimumFractionDigits: Math.min(20, decimals), maximumFractionDigits: 20 })
  context.strokeStyle = colors.line
  context.fillStyle = colors.ink
  context.lineWidth = 1
  context.font = FONT
  for (const value of meridians) {
    const [x] = place(drawing, [value, 0])
    context.strokeRect(x, -1, 0, size.height + 2)
    const text = gridText(value, 'longitude')
    if (x + 4 + context.measureText(text).width < size.width) context.fillText(text, x + 4, size.height - 6)
  }
  for (const value of parallels) {
    const [, y] = place(drawing, [west, value])
    context.strokeRect(-1, y, size.width + 2, 0)
    // No label near the lower edge, where the degrees of meridians are.
    if (y < size.height - 16) context.fillText(gridText(value, 'latitude'), 6, y - 4)
  }
}

function colorsOf(canvas: HTMLCanvasElement): MapColors {
  const style = getComputedStyle(canvas)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const accent = read('--accent')
  return {
    ink: read('--ink-3'),
    text: read('--ink'),
    ground: read('--surface'),
    line: read('--line'),
    accent,
    area: `color-mix(in oklch, ${accent} 22%, transparent)`,
    selected: read('--warning'),
  }
}
