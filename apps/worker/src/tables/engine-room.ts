import { StepError } from '@millrace/worker-sdk'
import { count } from './sentences.ts'

/** What an engine needs for a table of a certain width. */
export interface EngineRoom {
  megabytes: number
  threads: number
  rowsTogether: number
  blockBytes: number
}

const NARROW_COLUMNS = 64
const COLUMNS_MAX = 4000
const MEGABYTES = 128
const MEGABYTES_MAX = 1500
const CELLS_TOGETHER = 2_000_000

/**
 * While a table is written, the engine holds a group of its rows and a block of the file for every column. Large blocks
 * pack values far better, so that tables of usual width need less memory with them; wide tables get small ones, and 1 MB
 * more for each column. The limit does not count all: measured peaks of the process were 260 to 420 MB for tables of usual
 * width, 1.05 GB for 300 columns and 2.5 GB for 2,000.
 */
export function roomFor(columns: number): EngineRoom {
  const wide = columns > NARROW_COLUMNS
  const rows = Math.floor(CELLS_TOGETHER / columns / 2048) * 2048
  return {
    megabytes: Math.min(MEGABYTES_MAX, MEGABYTES + Math.max(0, columns - NARROW_COLUMNS)),
    threads: columns > 100 ? 1 : 2,
    rowsTogether: Math.min(61_440, Math.max(2048, rows)),
    blockBytes: wide ? 65_536 : 262_144,
  }
}

/** Refuses a table with more columns than there is room for. */
export function requireRoom(name: string, columns: number): void {
  if (columns <= COLUMNS_MAX) return
  throw new StepError(
    `${name} has ${count(columns)} columns; a step takes at most ${count(COLUMNS_MAX)}. Turn it so that its columns become rows, or keep only the columns you need.`,
  )
}
