import { count } from './sentences.ts'
import { TableFault } from './table-fault.ts'

/** Engine settings for a table of a given width. */
export interface EngineSettings {
  megabytes: number
  threads: number
  rowsTogether: number
  blockBytes: number
}

const NARROW_COLUMNS = 24
/** Tables with more columns are wide. */
export const WIDE_COLUMNS = 100
const COLUMNS_MAX = 4000
/** The limit for files, which are written row by row, so that the engine holds all columns at once. */
export const WRITTEN_COLUMNS_MAX = 2000
const CELLS_TOGETHER = 2_000_000

/**
 * While it writes a table, the engine holds one row group and one file block for every column. Large blocks compress
 * far better, so tables of usual width need less memory with them; wider tables use small blocks. Very wide tables are
 * instead stored as several files with some of the columns each, so that a query reads only the columns that it needs.
 */
export function settingsFor(columns: number): EngineSettings {
  const wide = isWide(columns)
  const rows = Math.floor(CELLS_TOGETHER / columns / 2048) * 2048
  return {
    megabytes: wide ? (columns > 1000 ? 208 : 256) : 144 + Math.max(0, columns - NARROW_COLUMNS),
    threads: wide ? 1 : 2,
    rowsTogether: wide ? 61_440 : Math.min(61_440, rows),
    blockBytes: wide || columns <= NARROW_COLUMNS ? 262_144 : 65_536,
  }
}

/** Whether a table has too many columns to be stored as one table of the engine. */
export function isWide(columns: number): boolean {
  return columns > WIDE_COLUMNS
}

/** Refuses to write a table with more columns than fit into memory, before any memory is allocated. */
export function requireWritable(columns: number): void {
  if (columns <= WRITTEN_COLUMNS_MAX) return
  throw new TableFault(
    `The result would have ${count(columns)} columns; up to ${count(WRITTEN_COLUMNS_MAX)} can be written. Choose the columns you need, with “Convert table” or “Query tables”.`,
  )
}

/** Refuses a table with more columns than the engine can store. */
export function requireReadable(name: string, columns: number): void {
  if (columns <= COLUMNS_MAX) return
  throw new TableFault(
    `${name} has ${count(columns)} columns; a step accepts up to ${count(COLUMNS_MAX)}. Transpose it so that columns become rows, or keep only the columns you need.`,
  )
}
