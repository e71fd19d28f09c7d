import { count } from './sentences.ts'
import { TableFault } from './table-fault.ts'

/** What an engine needs for a table of a certain width. */
export interface EngineRoom {
  megabytes: number
  threads: number
  rowsTogether: number
  blockBytes: number
}

const NARROW_COLUMNS = 24
/** Tables with more columns are wide. */
export const WIDE_COLUMNS = 100
const COLUMNS_MAX = 4000
/** A file is written row by row, so that all of its columns are held at once. */
export const WRITTEN_COLUMNS_MAX = 2000
const CELLS_TOGETHER = 2_000_000

/**
 * While a table is written, the engine holds a group of its rows and a block of the file for every column. Large blocks
 * pack values far better, so that tables of usual width need less memory with them; others get small ones. Wide tables
 * are kept in files of columns instead, of which only those are read that are asked for.
 */
export function roomFor(columns: number): EngineRoom {
  const wide = isWide(columns)
  const rows = Math.floor(CELLS_TOGETHER / columns / 2048) * 2048
  return {
    megabytes: wide ? (columns > 1000 ? 208 : 256) : 128 + Math.max(0, columns - NARROW_COLUMNS),
    threads: wide ? 1 : 2,
    rowsTogether: wide ? 61_440 : Math.min(61_440, rows),
    blockBytes: wide || columns <= NARROW_COLUMNS ? 262_144 : 65_536,
  }
}

/** Says whether a table has too many columns to be kept as one table of the engine. */
export function isWide(columns: number): boolean {
  return columns > WIDE_COLUMNS
}

/** Refuses to write a table with more columns than there is memory for, before any is taken. */
export function requireWritable(columns: number): void {
  if (columns <= WRITTEN_COLUMNS_MAX) return
  throw new TableFault(
    `The result would have ${count(columns)} columns; up to ${count(WRITTEN_COLUMNS_MAX)} can be written. Choose the columns you need, with Convert table or Query tables.`,
  )
}

/** Refuses a table with more columns than there is room for. */
export function requireRoom(name: string, columns: number): void {
  if (columns <= COLUMNS_MAX) return
  throw new TableFault(
    `${name} has ${count(columns)} columns; a step takes at most ${count(COLUMNS_MAX)}. Turn it so that its columns become rows, or keep only the columns you need.`,
  )
}
