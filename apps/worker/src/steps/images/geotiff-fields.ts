import { readTiffEntries, type TiffEntry } from '@millrace/figures/tiff-directory'
import { doubleField, doublesOf, textField } from './tiff-fields.ts'

const PIXEL_SCALE = 33_550
const TIE_POINTS = 33_922
const TRANSFORMATION = 34_264
const KEYS = 34_735
const KEY_PARTS = [34_736, 34_737]
/** GDAL’s TIFF tags for metadata about the values, as XML, and for the value that means "no data", as text. */
const GDAL_METADATA = 42_112
const NO_DATA = 42_113
const PLACES = [PIXEL_SCALE, TIE_POINTS, TRANSFORMATION]
const OF_VALUES = [GDAL_METADATA, NO_DATA]
const BYTES_MAX = 10_000_000
/** The GeoTIFF key that says whether positions refer to the centers of pixels. */
const RASTER_TYPE = 1025
const PIXEL_IS_POINT = 2

/**
 * The part of the original that a changed image shows: the upper left corner of that part, in pixels of the original,
 * and how many new pixels replace one original pixel in each direction.
 */
export interface Placement {
  left: number
  top: number
  across: number
  down: number
}

/** Reads the fields of a TIFF page that contain its position on a map and the marker of missing values. */
export function readGeoFields(path: string, page: number): Promise<TiffEntry[]> {
  return readTiffEntries(path, page, { tags: [...PLACES, KEYS, ...KEY_PARTS, ...OF_VALUES], mostBytes: BYTES_MAX })
}

export function isGeoreferenced(fields: readonly TiffEntry[]): boolean {
  return fields.some(({ tag }) => PLACES.includes(tag))
}

/** Returns the value that means "no data", as text. */
export function noDataOf(fields: readonly TiffEntry[]): string | undefined {
  return fields
    .find(({ tag }) => tag === NO_DATA)
    ?.bytes.toString('latin1')
    .replace(/\0.*$/s, '')
    .trim()
}

/** Returns the fields of a changed image. Fields about the values are removed if the values were scaled. */
export function movedFields(
  fields: readonly TiffEntry[],
  placement: Placement,
  { areValuesKept }: { areValuesKept: boolean },
): TiffEntry[] {
  const move = movesOf(fields, placement)
  return fields
    .filter(({ tag }) => areValuesKept || !OF_VALUES.includes(tag))
    .map((field) => {
      const values = doublesOf(field)
      if (field.tag === PIXEL_SCALE) return doubleField(field.tag, scaled(values, placement))
      if (field.tag === TRANSFORMATION) return doubleField(field.tag, move.matrix(values))
      if (field.tag === TIE_POINTS) return doubleField(field.tag, move.tiePoints(values))
      return field.tag === GDAL_METADATA ? withoutStatistics(field) : field
    })
}

function scaled([x = 0, y = 0, ...others]: readonly number[], { across, down }: Placement): number[] {
  return [x / across, y / down, ...others]
}

function movesOf(fields: readonly TiffEntry[], placement: Placement) {
  const { across, down } = placement
  // If positions refer to centers, position 0 is the center of the first pixel, half a pixel from the corner. When the
  // size of pixels changes, the corner stays in place, but the center of the first pixel shifts.
  const half = isPoint(fields) ? 0.5 : 0
  const left = placement.left + half / across - half
  const top = placement.top + half / down - half
  const scale = fields.find(({ tag }) => tag === PIXEL_SCALE)
  const [x = 0, y = 0] = scale ? scaled(doublesOf(scale), placement) : []
  return {
    /**
     * Moves tie points. Each tie point has a position in the image and a position on the map. If there is a scale, only
     * the position on the map changes.
     */
    tiePoints(values: readonly number[]): number[] {
      return values.map((value, at) => {
        const part = at % 6
        if (!scale) return part === 0 ? (value - left) * across : part === 1 ? (value - top) * down : value
        const [i = 0, j = 0] = values.slice(at - part)
        if (part === 3) return value + (i - (i - left) * across) * x
        return part === 4 ? value - (j - (j - top) * down) * y : value
      })
    },
    /** Changes the 4 × 4 matrix that maps column, row, height and 1 to a position on the map. */
    matrix(values: readonly number[]): number[] {
      return values.map((value, at) => {
        const [forColumn = 0, forRow = 0] = values.slice(at - (at % 4))
        if (at % 4 === 0) return value / across
        if (at % 4 === 1) return value / down
        return at % 4 === 3 ? value + forColumn * left + forRow * top : value
      })
    },
  }
}

/**
 * Whether positions refer to the centers of pixels. After a header of four 16-bit integers, each key consists of four
 * 16-bit integers.
 */
function isPoint(fields: readonly TiffEntry[]): boolean {
  const bytes = fields.find(({ tag }) => tag === KEYS)?.bytes ?? Buffer.alloc(0)
  for (let at = 8; at + 8 <= bytes.length; at += 8)
    if (bytes.readUInt16LE(at) === RASTER_TYPE) return bytes.readUInt16LE(at + 6) === PIXEL_IS_POINT
  return false
}

/** Removes GDAL's statistics, which describe the pixels of the original image. */
function withoutStatistics(field: TiffEntry): TiffEntry {
  const text = field.bytes.toString().replace(/\0.*$/s, '')
  return textField(field.tag, text.replace(/\s*<Item name="STATISTICS_[^>]*>[^<]*<\/Item>/g, ''))
}
