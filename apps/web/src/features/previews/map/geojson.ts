export type Position = readonly [x: number, y: number]

/** A feature with its geometry, split into points, lines and polygons. */
export interface MapFeature {
  points: Position[]
  lines: Position[][]
  /** Polygons as rings. All rings of a polygon but the first are holes. */
  areas: Position[][][]
  properties: Record<string, unknown>
}

export interface MapData {
  features: MapFeature[]
  bounds: Bounds
  /** Whether coordinates are degrees of longitude and latitude. Otherwise they are drawn without a projection. */
  isGeographic: boolean
  /** Whether the file has more positions than are drawn. */
  isCut: boolean
}

/** A rectangle in the file's coordinates, which are degrees if the map is geographic. */
export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

const POSITIONS_MOST = 2_000_000
const NESTING_MOST = 8

/** Reads GeoJSON. Undefined if the text contains no geometry. */
export function readGeoJson(text: string): MapData | undefined {
  const root = parsed(text)
  const reader = { left: POSITIONS_MOST, bounds: NOTHING }
  const features: MapFeature[] = []
  for (const one of featuresOf(root)) {
    const feature: MapFeature = { points: [], lines: [], areas: [], properties: recordOf(one.properties) }
    addGeometry(reader, feature, recordOf(one.geometry), 0)
    if (feature.points.length + feature.lines.length + feature.areas.length > 0) features.push(feature)
    if (reader.left <= 0) break
  }
  if (features.length === 0) return undefined
  const { west, south, east, north } = reader.bounds
  const isGeographic = west >= -180.001 && east <= 360.001 && south >= -90.001 && north <= 90.001
  return { features, bounds: reader.bounds, isGeographic, isCut: reader.left <= 0 }
}

const NOTHING: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }

interface Reader {
  left: number
  bounds: Bounds
}

function parsed(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** A GeoJSON file may also contain a single feature or a bare geometry. */
function featuresOf(root: Record<string, unknown>): Record<string, unknown>[] {
  if (Array.isArray(root.features)) return root.features.map(recordOf)
  return [root.type === 'Feature' ? root : { geometry: root, properties: {} }]
}

function addGeometry(reader: Reader, feature: MapFeature, geometry: Record<string, unknown>, depth: number): void {
  const { type, coordinates } = geometry
  const many = listOf(coordinates)
  const line = (value: unknown) => listOf(value).flatMap((position) => positionOf(reader, position) ?? [])
  const area = (value: unknown) => listOf(value).map(line)
  if (type === 'Point') feature.points.push(...line([coordinates]))
  if (type === 'MultiPoint') for (const one of many) feature.points.push(...line([one]))
  if (type === 'LineString') feature.lines.push(line(coordinates))
  if (type === 'MultiLineString') for (const one of many) feature.lines.push(line(one))
  if (type === 'Polygon') feature.areas.push(area(coordinates))
  if (type === 'MultiPolygon') for (const one of many) feature.areas.push(area(one))
  if (type !== 'GeometryCollection' || depth > NESTING_MOST) return
  for (const one of listOf(geometry.geometries)) addGeometry(reader, feature, recordOf(one), depth + 1)
}

function positionOf(reader: Reader, value: unknown): Position[] | undefined {
  const [x, y] = listOf(value)
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return undefined
  if (reader.left <= 0) return undefined
  reader.left -= 1
  const { west, south, east, north } = reader.bounds
  reader.bounds = {
    west: Math.min(west, x),
    south: Math.min(south, y),
    east: Math.max(east, x),
    north: Math.max(north, y),
  }
  return [[x, y]]
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
