import { Dataset, Reference } from 'h5wasm'

/*
 * How NetCDF 4 stores dimensions in HDF5: each dimension is a dataset marked as a scale, and variables refer to their
 * scales. The dataset of a dimension without a variable has no meaningful values.
 */

const ONLY_DIMENSION = 'This is a netCDF dimension but not a netCDF variable'
/** Attributes that only serve to store dimensions. */
const INTERNAL = [
  'CLASS',
  'NAME',
  'DIMENSION_LIST',
  'REFERENCE_LIST',
  '_Netcdf4Coordinates',
  '_Netcdf4Dimid',
  '_nc3_strict',
]
const CHARACTER_BYTES = 1
const TEXT = 3

/** The NetCDF properties of an HDF5 dataset that contains a variable. */
export interface NetcdfVariable {
  dimensions: string[]
  /** True if the values are characters. In this case, the last dimension is the length of the strings. */
  isText: boolean
}

/** Whether a dataset only marks a dimension. The values of such a dataset have no meaning. */
export function isOnlyDimension(data: Dataset): boolean {
  return 'CLASS' in data.attrs && 'NAME' in data.attrs && String(data.attrs.NAME?.value).startsWith(ONLY_DIMENSION)
}

/** Returns the NetCDF properties of a dataset. Undefined if the dataset is not a variable. */
export function netcdfVariable(data: Dataset): NetcdfVariable | undefined {
  const dimensions = dimensionsOf(data)
  if (!dimensions) return undefined
  const { type, size, vlen, maxshape } = data.metadata
  // If the unlimited dimension is the only one, the characters are flags rather than a string.
  const isRecorded = maxshape?.[0] !== data.shape?.[0]
  const isText = type === TEXT && size === CHARACTER_BYTES && !vlen && dimensions.length > (isRecorded ? 1 : 0)
  return { dimensions, isText }
}

function dimensionsOf(data: Dataset): string[] | undefined {
  const { attrs, shape } = data
  if ('DIMENSION_LIST' in attrs) {
    const lists: unknown = attrs.DIMENSION_LIST?.value
    const names = (Array.isArray(lists) ? lists : []).map((list: unknown) => scaleName(data, list))
    return names.every((name) => name !== undefined) ? names : undefined
  }
  return 'CLASS' in attrs && attrs.CLASS?.value === 'DIMENSION_SCALE' && shape?.length === 1
    ? [lastPart(data.path)]
    : undefined
}

function scaleName(data: Dataset, list: unknown): string | undefined {
  const reference: unknown = Array.isArray(list) ? list[0] : undefined
  if (!(reference instanceof Reference)) return undefined
  const scale: unknown = data.dereference(reference)
  return scale instanceof Dataset ? lastPart(scale.path) : undefined
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function isInternalAttribute(name: string): boolean {
  return INTERNAL.includes(name)
}
