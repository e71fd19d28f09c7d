import { readTiffEntries, type TiffEntry } from '@millrace/figures/tiff-directory'
import { doubleField, doublesOf, textField } from './tiff-fields.ts'

const PIXEL_SCALE = 33_550
const TIE_POINTS = 33_922
const TRANSFORMATION = 34_264
const KEYS = 34_735
const KEY_PARTS = [34_736, 34_737]
/** Facts of GDAL about the values, as XML, and the value that means "no data", as text. */
const GDAL_METADATA = 42_112
const NO_DATA = 42_113
const PLACES = [PIXEL_SCALE, TIE_POINTS, TRANSFORMATION]
const OF_VALUES = [GDAL_METADATA, NO_DATA]
const BYTES_MAX = 10_000_000
/** The key that says whether places belong to the middles of pixels. */
const RASTER_TYPE = 1025
const PIXEL_IS_POINT = 2

/**
 * The part of the original that a changed image shows: its upper left corner, and how many new pixels one original
 * pixel became in each direction.
 */
export interface Placement {
  left: number
  top: number
  across: number
  down: number
}

/** The fields of a page of a TIFF file that say where on a map it is, and which of its values are missing. */
export function readGeoFields(path: string, page: number): Promise<TiffEntry[]> {
  return readTiffEntries(path, page, { tags: [...PLACES, KEYS, ...KEY_PARTS, ...OF_VALUES], mostBytes: BYTES_MAX })
}

/** Whether they have a place on a map. */
export function isGeoreferenced(fields: readonly TiffEntry[]): boolean {
  return fields.some(({ tag }) => PLACES.includes(tag))
}

/** The text of the value that means "no data". */
export function noDataOf(fields: readonly TiffEntry[]): string | undefined {
  return fields
    .find(({ tag }) => tag === NO_DATA)
    ?.bytes.toString('latin1')
    .replace(/\0.*$/s, '')
    .trim()
}

/** The fields of a changed image. Fields about its values are left out if the values have another scale. */
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
  // The middle of a pixel is the middle of several smaller ones, but its corner stays a corner.
  const half = isPoint(fields) ? 0.5 : 0
  const left = placement.left + half / across - half
  const top = placement.top + half / down - half
  const scale = fields.find(({ tag }) => tag === PIXEL_SCALE)
  const [x = 0, y = 0] = scale ? scaled(doublesOf(scale), placement) : []
  return {
    /**
     * Each tie point has a place in the image and a place on the map. If there is a scale, only the place on the map
     * moves.
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
    /** The 4 × 4 matrix that turns column, row, height and 1 into a place on the map. */
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

/** Keys are four short integers each, after a head of the same length. */
function isPoint(fields: readonly TiffEntry[]): boolean {
  const bytes = fields.find(({ tag }) => tag === KEYS)?.bytes ?? Buffer.alloc(0)
  for (let at = 8; at + 8 <= bytes.length; at += 8)
    if (bytes.readUInt16LE(at) === RASTER_TYPE) return bytes.readUInt16LE(at + 6) === PIXEL_IS_POINT
  return false
}

/** Leaves out statistics, which describe all pixels of the original image. */
function withoutStatistics(field: TiffEntry): TiffEntry {
  const text = field.bytes.toString().replace(/\0.*$/s, '')
  return textField(field.tag, text.replace(/\s*<Item name="STATISTICS_[^>]*>[^<]*<\/Item>/g, ''))
}
