import { columnOf } from './places.ts'

/** A merged cell over several rows. Only its first row has the value. */
export interface Merged {
  /** From 0. */
  column: number
  /** Its first and last row, from 1. */
  from: number
  to: number
}

const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]+)(\d+):[A-Z]+(\d+)["']/g
/** The size of a sheet. */
const [COLUMNS_MAX, ROWS_MAX] = [16_384, 1_048_576]
/** Merged cells that are kept in memory. */
export const MERGED_MAX = 200_000
/** Longer than any such element. */
const TAIL_CHARACTERS = 200

export function isOnSheet({ column, to }: Merged): boolean {
  return column < COLUMNS_MAX && to <= ROWS_MAX
}

/** The first merged cells of a sheet that span several rows. They follow the rows in the file. */
export async function mergedCells(chunks: AsyncIterable<Buffer>): Promise<Merged[]> {
  const found = new Map<string, Merged>()
  let tail = ''
  for await (const chunk of chunks) {
    const text = tail + chunk.toString('latin1')
    tail = text.slice(-TAIL_CHARACTERS)
    if (!text.includes('mergeCell')) continue
    for (const [, letters = '', first, last] of text.matchAll(MERGED)) {
      const merged = { column: columnOf(letters), from: Number(first), to: Number(last) }
      if (merged.to > merged.from && isOnSheet(merged)) found.set(`${letters}${first}`, merged)
      if (found.size === MERGED_MAX) return [...found.values()]
    }
  }
  return [...found.values()]
}

/** Rows in which each merged cell has its value in all of its rows, except in empty ones. */
export async function* filledDown<T>(
  rows: AsyncIterable<(T | null)[]> | Iterable<(T | null)[]>,
  merged: readonly Merged[],
): AsyncGenerator<(T | null)[]> {
  const starting = Map.groupBy(merged, ({ from }) => from)
  let active: (Merged & { value: T | null })[] = []
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
