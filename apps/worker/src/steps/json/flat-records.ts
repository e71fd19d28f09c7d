import { isRecord } from '@millrace/parameters/pointer'
import { stringifyExactly } from '@millrace/tables/exact-json'

/**
 * Returns the records of a JSON value: the items of an array, or the features of GeoJSON. If an object has several
 * values and all are objects, each value is a record. Any other object is the only record. Undefined for a primitive
 * value.
 */
export function recordsOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return undefined
  if (value.type === 'FeatureCollection' && Array.isArray(value.features)) return value.features
  const entries = Object.entries(value)
  const isKeyed = entries.length > 1 && entries.every(([, one]) => isRecord(one))
  if (!isKeyed) return [value]
  const names = new Map(entries.flatMap(([, one]) => Object.keys(one as object)).map((name) => [name, true]))
  const name = freeName(names, 'key')
  return entries.map(([key, one]) => ({ [name]: key, ...(one as object) }))
}

/** Returns the values of a record as cells, keyed by path. A primitive value becomes the column `value`. */
export function flatRecord(record: unknown): Map<string, unknown> {
  const cells = new Map<string, unknown>()
  const walk = (value: unknown, path: string): void => {
    if (isRecord(value) && Object.keys(value).length > 0) {
      for (const [key, child] of Object.entries(value)) walk(child, path === '' ? key : `${path}.${key}`)
    } else cells.set(freeName(cells, path || 'value'), cellOf(value))
  }
  walk(record, '')
  return cells
}

function cellOf(value: unknown): unknown {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) return value.join('; ')
  return typeof value === 'object' && value !== null ? stringifyExactly(value) : value
}

/** Adds a number to a path that is already taken, as in `{"a.b": 1, "a": {"b": 2}}`. */
function freeName(cells: ReadonlyMap<string, unknown>, name: string): string {
  let free = name
  for (let n = 2; cells.has(free); n += 1) free = `${name} (${n})`
  return free
}
