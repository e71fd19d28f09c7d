import { columnIndex } from './cell-references.ts'

/** A merged cell. In the file, only its top left cell contains the value. */
export interface MergedCell {
  /** Its 0-based first and last column. */
  column: number
  lastColumn: number
  /** Its 1-based first and last row. */
  from: number
  to: number
}

const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/g
/** Maximum number of rows in which a header is expected. */
const HEADER_ROWS = 30
/** Maximum size of a sheet in Excel. */
const [COLUMNS_MAX, ROWS_MAX] = [16_384, 1_048_576]
/** Maximum number of merged cells kept in memory. */
export const MERGED_MAX = 200_000
/** Number of characters kept from one chunk to the next, to find a `mergeCell` element that spans both. */
const TAIL_CHARACTERS = 200

/** Whether a merged cell is filled down, or groups columns of a header. */
export function isRelevant(merged: MergedCell): boolean {
  return isOnSheet(merged) && (spansRows(merged) || (merged.lastColumn > merged.column && merged.to <= HEADER_ROWS))
}

export function spansRows({ from, to }: MergedCell): boolean {
  return to > from
}

function isOnSheet({ column, to }: MergedCell): boolean {
  return column < COLUMNS_MAX && to <= ROWS_MAX
}

/** Returns up to `MERGED_MAX` relevant merged cells. A sheet lists them after its rows, so the whole sheet is read. */
export async function mergedCells(chunks: AsyncIterable<Buffer>): Promise<MergedCell[]> {
  const found = new Map<string, MergedCell>()
  let tail = ''
  for await (const chunk of chunks) {
    const text = tail + chunk.toString('latin1')
    tail = text.slice(-TAIL_CHARACTERS)
    if (!text.includes('mergeCell')) continue
    for (const [, letters = '', first, end = '', last] of text.matchAll(MERGED)) {
      const merged = {
        column: columnIndex(letters),
        lastColumn: columnIndex(end),
        from: Number(first),
        to: Number(last),
      }
      if (isRelevant(merged)) found.set(`${letters}${first}`, merged)
      if (found.size === MERGED_MAX) return [...found.values()]
    }
  }
  return [...found.values()]
}

/**
 * Yields rows in which merged cells that span several rows are filled down, and in which the upper row of a two-row
 * header also contains the names of columns outside its groups.
 */
export function withoutMerged<T>(rows: Rows<T>, merged: readonly MergedCell[]): AsyncGenerator<(T | null)[]> {
  return withGroupEnds(filledDown(rows, merged), merged)
}

/**
 * In a header of two rows, a column outside any group may be named only in the lower row. Copies such names to the
 * upper row, so that the column isn’t mistaken for part of the group to its left: `Time, T (merged over two), , ` above
 * `, min, max, rain` becomes `Time, T, , rain` above the same lower row. Only titles may precede such a header: below a
 * row of several cells, a merged cell is part of the table.
 */
async function* withGroupEnds<T>(rows: Rows<T>, merged: readonly MergedCell[]): AsyncGenerator<(T | null)[]> {
  const groups = Map.groupBy(
    merged.filter((one) => !spansRows(one)),
    ({ from }) => from,
  )
  let upper: (T | null)[] | undefined
  let number = 0
  let isBelowTitles = true
  for await (const row of rows) {
    number += 1
    if (upper) {
      repeatAbove(upper, row, groups.get(number - 1) ?? [])
      yield upper
    }
    upper = isBelowTitles && groups.has(number) ? row : undefined
    isBelowTitles &&= row.filter((cell) => (cell ?? '') !== '').length < 2
    if (!upper) yield row
  }
  if (upper) yield upper
}

function repeatAbove<T>(upper: (T | null)[], lower: (T | null)[], groups: readonly MergedCell[]): void {
  const columns = Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => at)
  const isIn = (at: number) => groups.some(({ column, lastColumn }) => at >= column && at <= lastColumn)
  const has = (row: readonly (T | null)[], at: number) => (row[at] ?? '') !== ''
  const alone = columns.filter((at) => !isIn(at) && has(upper, at))
  // False if the upper row is a title, or if the lower row contains values.
  const isHeader = alone.length > 0 && alone.every((at) => !has(lower, at) || lower[at] === upper[at])
  if (!isHeader || !columns.every((at) => !isIn(at) || has(lower, at))) return
  for (const at of columns.filter((one) => !isIn(one) && !has(upper, one) && has(lower, one))) {
    while (upper.length < at) upper.push(null)
    upper[at] = lower[at] ?? null
  }
}

type Rows<T> = AsyncIterable<(T | null)[]> | Iterable<(T | null)[]>

/** Yields rows in which the value of a merged cell is repeated in all of the cell’s rows, except in empty rows. */
async function* filledDown<T>(rows: Rows<T>, merged: readonly MergedCell[]): AsyncGenerator<(T | null)[]> {
  const starting = Map.groupBy(merged.filter(spansRows), ({ from }) => from)
  let active: (MergedCell & { value: T | null })[] = []
  let number = 0
  for await (const row of rows) {
    number += 1
    active = active.filter(({ to }) => to >= number)
    if (row.some((cell) => cell !== null && cell !== ''))
      for (const { column, value } of active) fill(row, column, value)
    active.push(...(starting.get(number) ?? []).map((one) => ({ ...one, value: row[one.column] ?? null })))
    yield row
  }
}

function fill<T>(row: (T | null)[], column: number, value: T | null): void {
  while (row.length < column) row.push(null)
  row[column] ??= value
}
