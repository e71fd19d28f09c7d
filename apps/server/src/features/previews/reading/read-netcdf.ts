import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { NodePreviewProperties } from '@millrace/contracts/hierarchies'
import { readHead } from '@millrace/tables/file-format'
import { count, quoted } from '@millrace/tables/sentences'
import { TableFault } from '@millrace/tables/table-fault'
import type { HierarchyListing, HierarchyTask, NodeTask } from '../preview-task.ts'
import { type FirstValues, firstValues } from './first-values.ts'
import { meaningNotes, valueText } from './hdf5-texts.ts'
import { type NetcdfAttribute, type NetcdfVariable, readNetcdfHeader } from './netcdf-header.ts'

const VERSIONS = [1, 2, 5]
const VARIABLES = 5000
const ATTRIBUTES = 500
const ATTRIBUTE_BYTES = 1_000_000
const TEXT_BYTES = 1000

/** Returns whether the file is classic NetCDF, as opposed to NetCDF 4, which is HDF5. */
export async function isClassicNetcdf(path: string): Promise<boolean> {
  const head = await readHead(path, 4)
  return head.toString('latin1', 0, 3) === 'CDF' && VERSIONS.includes(head[3] ?? 0)
}

export function listVariables(task: HierarchyTask): HierarchyListing {
  return withFile(task, (handle, size) => {
    const { variables } = readNetcdfHeader(handle, size)
    const shown = variables.slice(0, VARIABLES)
    const Nodes = shown.map(({ name, type, shape }) => ({
      Path: `/${name}`,
      Name: name,
      Depth: 0,
      Kind: 'dataset' as const,
      Type: type.name,
      Shape: shape,
    }))
    const isComplete = shown.length === variables.length
    return { Nodes, Notes: isComplete ? [] : [`The first ${count(shown.length)} variables are listed.`] }
  })
}

/**
 * Reads the attributes of a variable or, for `/`, of the file, and the first values of a variable. Throws a TableFault
 * if there is no such variable.
 */
export function readVariable(task: NodeTask): NodePreviewProperties {
  return withFile(task, (handle, size) => {
    const header = readNetcdfHeader(handle, size)
    const variable = header.variables.find(({ name }) => `/${name}` === task.node)
    if (!variable && task.node !== '/') {
      throw new TableFault(`${task.name} has no variable ${quoted(task.node)} that can be read.`)
    }
    const { attributes } = variable ?? header
    const values = variable ? valuesOf(handle, variable) : { Columns: [], Rows: [], Notes: [] }
    const notes = attributes.length > ATTRIBUTES ? [`The first ${count(ATTRIBUTES)} attributes are shown.`] : []
    const shown = attributes.slice(0, ATTRIBUTES).map((one) => ({ Name: one.name, Value: attributeText(handle, one) }))
    return {
      Path: task.node,
      Attributes: shown,
      ...values,
      Notes: [...notes, ...values.Notes, ...meaningNotes(shown)],
    }
  })
}

function attributeText(handle: number, { type, length, at }: NetcdfAttribute): string {
  if (length * type.bytes > ATTRIBUTE_BYTES) return 'too large to be shown'
  const bytes = bytesAt(handle, at, length * type.bytes)
  if (!bytes) return 'can’t be read'
  if (type.name === 'char') return valueText(textOf(bytes))
  const values = Array.from({ length }, (_, index) => type.read(bytes, index * type.bytes))
  return valueText(length === 1 ? values[0] : values)
}

/**
 * Returns the first values of a variable. Strings are stored as arrays of characters. The last dimension of such an
 * array is the length of the strings.
 */
function valuesOf(handle: number, variable: NetcdfVariable): FirstValues {
  const { type, dimensions, shape } = variable
  const isText = type.name === 'char' && shape.length > (variable.recordBytes === undefined ? 0 : 1)
  const length = isText ? (shape.at(-1) ?? 1) : 1
  const read = (ranges: [number, number][]) => {
    const values = positions(ranges).map((position) => {
      const at = placeOf(variable, isText ? [...position, 0] : position)
      const bytes = bytesAt(handle, at, isText ? Math.min(length, TEXT_BYTES) : type.bytes)
      return bytes && (isText ? textOf(bytes) : type.read(bytes, 0))
    })
    return values.includes(undefined) ? undefined : values
  }
  const { Notes, ...values } = firstValues({ shape: isText ? shape.slice(0, -1) : shape, read })
  return { ...values, Notes: dimensions.length > 0 ? [`Dimensions: ${dimensions.join(', ')}.`, ...Notes] : Notes }
}

/** Returns all positions in the ranges. The last dimension varies fastest. */
function positions(ranges: readonly [number, number][]): number[][] {
  return ranges.reduce<number[][]>(
    (all, [start, end]) =>
      all.flatMap((position) => Array.from({ length: end - start }, (_, at) => [...position, start + at])),
    [[]],
  )
}

function placeOf({ at, shape, type, recordBytes }: NetcdfVariable, position: readonly number[]): number {
  const first = recordBytes === undefined ? 0 : 1
  const within = position
    .slice(first)
    .reduce((sum, index, dimension) => sum * (shape[first + dimension] ?? 1) + index, 0)
  return at + within * type.bytes + (recordBytes ?? 0) * (recordBytes === undefined ? 0 : (position[0] ?? 0))
}

/** Reads `length` bytes at a position. Returns undefined if the file ends before the last of them. */
function bytesAt(handle: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  const isPlace = Number.isSafeInteger(at)
  return isPlace && readSync(handle, bytes, 0, length, at) === length ? bytes : undefined
}

function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/\0+$/, '')
}

function withFile<T>({ path, name }: { path: string; name: string }, work: (handle: number, size: number) => T): T {
  const handle = openSync(path, 'r')
  try {
    return work(handle, fstatSync(handle).size)
  } catch (cause) {
    if (cause instanceof TableFault) throw cause
    const message = `${name} can’t be read as a NetCDF file. It may be damaged or incomplete. Upload it again.`
    throw Object.assign(new TableFault(message), { cause })
  } finally {
    closeSync(handle)
  }
}
