export type Row = Record<string, unknown>

/** The rows of a JSON document, and their location in it. */
export interface JsonRows {
  rows: Row[]
  /** The names of the columns, in the order of the keys of the rows. Omitted if the keys are the names. */
  header?: string[]
  /** Describes the structure to users, such as “an array of objects”. */
  form: string
  /** The path to the rows, such as `result.items`. Empty if the document itself is the table. */
  path: string
}

/** The paths of the tables in a document that contains several. */
export interface SeveralTables {
  several: string[]
}

export const SINGLE_OBJECT = 'a single object'
const DEPTH_MAX = 3

/**
 * Finds the table in a document: an array of objects or of arrays, an object of arrays of equal length, a format of
 * pandas, or the features of GeoJSON. The table may be nested in up to three objects, unless it is an array of arrays
 * or an object of objects. Any other object is a single row. Undefined for any other value.
 */
export function rowsOfDocument(document: unknown): JsonRows | SeveralTables | undefined {
  const direct = rowsOf(document)
  if (direct) return { ...direct, path: '' }
  if (!isObject(document)) return undefined
  const found = wrapped(document, '', DEPTH_MAX)
  if (found.length > 1) return { several: found.map(({ path }) => path) }
  return found[0] ?? { rows: [document], form: SINGLE_OBJECT, path: '' }
}

function rowsOf(value: unknown): Omit<JsonRows, 'path'> | undefined {
  if (Array.isArray(value)) return rowsOfList(value)
  if (!isObject(value)) return undefined
  if (value.type === 'FeatureCollection' && Array.isArray(value.features))
    return { rows: featureRows(value.features.filter(isObject), value.crs), form: 'GeoJSON' }
  const { data, schema } = value
  const columns = value.columns ?? value.columnNames
  const rows = data ?? value.rows ?? value.values
  if (isObject(schema) && Array.isArray(data) && data.every(isObject)) return { rows: data, form: 'rows with a schema' }
  if (Array.isArray(columns) && Array.isArray(rows) && rows.every(Array.isArray)) {
    const names = columns.map((column) => String(isObject(column) ? (column.name ?? '') : column))
    return { ...rowsBelow(names, rows), form: 'columns and rows' }
  }
  return rowsOfLists(value) ?? rowsOfObjects(value)
}

function rowsOfList(list: readonly unknown[]): Omit<JsonRows, 'path'> | undefined {
  if (list.length === 0) return undefined
  if (list.every(isObject)) return { rows: [...list], form: 'an array of objects' }
  if (!list.every(Array.isArray)) return undefined
  const [first = [], ...rest] = list
  const isHeader = rest.length > 0 && first.every((cell) => typeof cell === 'string')
  const names = first.map((cell) => (isHeader ? String(cell) : ''))
  return { ...rowsBelow(names, isHeader ? rest : list), form: 'an array of arrays' }
}

/** Reads an object of arrays, such as `{"time": [1, 2], "level": [3, 4]}`. */
function rowsOfLists(value: Row): Omit<JsonRows, 'path'> | undefined {
  const entries = Object.entries(value)
  const [length] = entries.map(([, cells]) => (Array.isArray(cells) ? cells.length : -1))
  const isTable = entries.every(([, cells]) => Array.isArray(cells) && cells.length === length && !cells.some(isObject))
  if (!isTable || !length) return undefined
  const rows = Array.from({ length }, (_, at) =>
    Object.fromEntries(entries.map(([name, cells]) => [name, (cells as unknown[])[at]])),
  )
  return { rows, form: 'lists of equal length' }
}

/** Reads objects written by pandas: by column, `{"a": {"0": 1, "1": 2}}`, or by row, `{"Köln": {"level": 1}}`. */
function rowsOfObjects(value: Row): Omit<JsonRows, 'path'> | undefined {
  const entries = Object.entries(value)
  const inner = entries.map(([, cells]) => cells).filter(isObject)
  const keys = Object.keys(inner[0] ?? {})
  const isSame = (cells: Row) => Object.keys(cells).length === keys.length && keys.every((key) => key in cells)
  const isFlat = (cells: Row) => !Object.values(cells).some((cell) => isObject(cell) || Array.isArray(cell))
  const isTable = inner.length === entries.length && keys.length > 0 && inner.every((one) => isSame(one) && isFlat(one))
  if (!isTable || (entries.length === 1 && !/^\d+$/.test(keys[0] ?? ''))) return undefined
  if (keys.every((key) => /^\d+$/.test(key))) {
    const rows = keys.map((key) => Object.fromEntries(entries.map(([name, cells]) => [name, (cells as Row)[key]])))
    return { rows, form: 'columns' }
  }
  return { rows: entries.map(([name, cells]) => ({ 'column 1': name, ...(cells as Row) })), form: 'rows by name' }
}

const DEGREES = /CRS84|EPSG::?4326/

function featureRows(features: readonly Row[], crs: unknown): Row[] {
  const names = featureNames(features, crs)
  return features.map((feature) => featureRow(feature, names))
}

/** Names of the columns that do not come from the properties of features. */
export interface FeatureNames {
  id: string
  x: string
  y: string
  z: string
  geometry: string
}

/**
 * Names the columns of features. Coordinates count as degrees, unless the file declares another coordinate reference
 * system or has coordinates that can’t be degrees.
 */
export function featureNames(features: readonly Row[], crs: unknown): FeatureNames {
  const name = isObject(crs) && isObject(crs.properties) ? String(crs.properties.name) : ''
  const isProjected = (name !== '' && !DEGREES.test(name)) || features.some(isBeyondDegrees)
  const [x, y, z] = isProjected ? ['x', 'y', 'z'] : ['longitude', 'latitude', 'altitude']
  return {
    id: freeName('id', 'feature id', features, ({ id }) => id),
    x: freeName(x, `point ${x}`, features, (feature) => pointOf(feature)?.[0]),
    y: freeName(y, `point ${y}`, features, (feature) => pointOf(feature)?.[1]),
    z: freeName(z, `point ${z}`, features, (feature) => pointOf(feature)?.[2]),
    geometry: freeName('geometry', 'feature geometry', features, () => undefined),
  }
}

/**
 * Returns `name`, or `other` if some feature has a property called `name` whose value is neither null nor the result of
 * `own`.
 */
function freeName(name: string, other: string, features: readonly Row[], own: (feature: Row) => unknown): string {
  const isTaken = features.some((feature) => {
    const property = (isObject(feature.properties) ? feature.properties[name] : undefined) ?? null
    return property !== null && property !== own(feature)
  })
  return isTaken ? other : name
}

function pointOf({ geometry }: Row): unknown[] | undefined {
  const isPoint = isObject(geometry) && geometry.type === 'Point' && Array.isArray(geometry.coordinates)
  return isPoint && (geometry.coordinates as unknown[])[0] !== undefined
    ? (geometry.coordinates as unknown[])
    : undefined
}

function isBeyondDegrees(feature: Row): boolean {
  const [x, y] = pointOf(feature) ?? []
  const isBeyond = (degrees: unknown, most: number) => Number.isFinite(degrees) && Math.abs(Number(degrees)) > most
  return isBeyond(x, 360) || isBeyond(y, 90)
}

/** Converts a feature to a row. Points become two columns, or three with an altitude. Other geometries stay JSON. */
export function featureRow(feature: Row, names: FeatureNames): Row {
  const properties = isObject(feature.properties) ? feature.properties : {}
  const [x, y, z] = pointOf(feature) ?? []
  const geometry = isObject(feature.geometry) ? feature.geometry : null
  const place = x === undefined ? { [names.geometry]: geometry } : { [names.x]: x, [names.y]: y }
  const height = z === undefined ? {} : { [names.z]: z }
  return { ...('id' in feature ? { [names.id]: feature.id } : {}), ...properties, ...place, ...height }
}

/** Finds the tables inside an object, with their paths. The search does not continue inside a table. */
function wrapped(value: Row, path: string, depth: number): JsonRows[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const way = path === '' ? name : `${path}.${name}`
    const isList = Array.isArray(member) && member.length > 0 && member.every(isObject)
    const lists = isObject(member) && Object.values(member).some(Array.isArray)
    const found = isList || lists ? rowsOf(member) : undefined
    if (found) return [{ ...found, path: way }]
    return isObject(member) && depth > 1 ? wrapped(member, way, depth - 1) : []
  })
}

/**
 * Returns rows with a key for each position, because names may be repeated. Cells beyond the last name get columns
 * without a name.
 */
function rowsBelow(names: string[], list: readonly (readonly unknown[])[]): Pick<JsonRows, 'rows' | 'header'> {
  let width = names.length
  const rows = list.map((cells) => {
    const own = Math.max(names.length, cells.findLastIndex((cell) => cell !== null) + 1)
    width = Math.max(width, own)
    return Object.fromEntries(Array.from({ length: own }, (_, at) => [`c${at}`, cells[at] ?? null]))
  })
  return { rows, header: Array.from({ length: width }, (_, at) => names[at] ?? '') }
}

/** Whether a JSON value is an object, and not null or an array. */
export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
