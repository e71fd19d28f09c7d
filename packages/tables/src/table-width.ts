import { count } from './sentences.ts'
import { TableFault } from './table-fault.ts'

export interface EngineSettings {
  megabytes: number
  threads: number
  rowsTogether: number
  blockBytes: number
}

const NARROW_COLUMNS = 24
/** Maximum number of columns of a table that is not wide. */
export const WIDE_COLUMNS = 100
const COLUMNS_MAX = 4000
/** Maximum number of columns of files that are written row by row. The engine holds all their columns in memory. */
export const WRITTEN_COLUMNS_MAX = 2000
const CELLS_TOGETHER = 2_000_000

/**
 * Returns the engine settings for a table. While the engine writes a table, it holds one row group and one file block
 * for every column. Narrow tables use large blocks, which compress so much better that they need less memory in total.
 * Other tables of up to WIDE_COLUMNS columns use small blocks. Tables with more columns are stored in Parquet files,
 * from which a query reads only the columns that it needs.
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

/** Throws a fault if a result has more columns than can be written, before any memory is allocated. */
export function requireWritable(columns: number): void {
  if (columns <= WRITTEN_COLUMNS_MAX) return
  throw new TableFault(
    `The result would have ${count(columns)} columns; up to ${count(WRITTEN_COLUMNS_MAX)} can be written. Choose the columns you need, with “Convert table” or “Query tables”.`,
  )
}

/** Throws a fault if a table has more columns than the engine can store. */
export function requireReadable(name: string, columns: number): void {
  if (columns <= COLUMNS_MAX) return
  throw new TableFault(
    `${name} has ${count(columns)} columns; a step accepts up to ${count(COLUMNS_MAX)}. Transpose it so that columns become rows, or keep only the columns you need.`,
  )
}
