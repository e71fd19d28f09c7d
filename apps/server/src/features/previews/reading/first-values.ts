import type { NodePreviewProperties } from '@millrace/contracts/hierarchies'
import { count } from '@millrace/tables/sentences'
import { valueText } from './hdf5-texts.ts'

const ROWS = 100
const COLUMNS = 20

export type FirstValues = Pick<NodePreviewProperties, 'Columns' | 'Rows' | 'Notes'>

/** An array in a scientific file. */
export interface DataArray {
  shape: readonly number[]
  /** The field names, if each value has several fields. */
  fields?: readonly string[] | undefined
  /** Why values can’t be read. Omitted if they can be read. */
  unreadable?: string
  /** Reads the values within a range of each dimension, in order. Returns undefined if the values can’t be read. */
  read: (ranges: [start: number, end: number][]) => readonly unknown[] | undefined
}

/**
 * Returns the first rows of an array, at index 0 of all leading dimensions. The last two dimensions are rows and
 * columns. If the values have fields, the last dimension is the rows, and the fields are the columns.
 */
export function firstValues({ shape, fields, read, unreadable }: DataArray): FirstValues {
  if (shape.includes(0)) return noValues('The dataset is empty.')
  const wide = shape.length > 1 && !fields
  const [rows, columns] = wide ? shape.slice(-2) : [shape.at(-1) ?? 1, 1]
  const shownRows = Math.min(rows ?? 1, ROWS)
  const shownColumns = Math.min(columns ?? 1, COLUMNS)
  const counts = wide ? [shownRows, shownColumns] : [shownRows]
  const before = shape.slice(0, Math.max(0, shape.length - counts.length))
  const ends = shape.length === 0 ? [] : [...before.map(() => 1), ...counts]
  const values = read(ends.map((end) => [0, end]))
  if (values === undefined) return noValues(unreadable ?? 'The values can’t be read.')
  const table = Array.from({ length: shownRows }, (_, row) => {
    if (fields) return ([values[row]].flat() as unknown[]).slice(0, COLUMNS).map(valueText)
    return Array.from({ length: shownColumns }, (_cell, column) => valueText(values[row * shownColumns + column]))
  })
  const Notes: string[] = []
  if (before.length > 0)
    Notes.push(`These are the values at index [${before.map(() => 0).join(', ')}] of the leading dimensions.`)
  if (shownRows < (rows ?? 1)) Notes.push(`The first ${count(shownRows)} of ${count(rows ?? 1)} rows are shown.`)
  const total = fields?.length ?? columns ?? 1
  if (total > COLUMNS) Notes.push(`The first ${count(COLUMNS)} of ${count(total)} columns are shown.`)
  const names =
    fields?.slice(0, COLUMNS) ?? Array.from({ length: shownColumns }, (_, at) => (wide ? String(at) : 'Value'))
  return { Columns: [...names], Rows: table, Notes }
}

/** Returns an empty table of values, with a note that gives the reason. */
export function noValues(note: string): FirstValues {
  return { Columns: [], Rows: [], Notes: [note] }
}
