import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'

/** The table, ordered by series and time, as needed to find outliers and gaps. */
export interface Series {
  columns: readonly TableColumn[]
  time?: TableColumn
  /** The column that distinguishes the series of the table, such as the station. */
  key?: TableColumn
}

/** Name of the column for a row's 0-based position in the table `series`. Positions are consecutive. */
export const PLACE = '__millrace_place'

const CHUNK_ROWS = 400_000

/** Creates the table `series` from the relation `from`. Rows are ordered by series, then by time. */
export async function orderSeries(engine: Engine, from: string, { columns, time, key }: Series): Promise<void> {
  const order = [key, time].flatMap((column) => (column ? [`${sqlName(column.name)} NULLS LAST`] : []))
  await engine.run(
    `CREATE OR REPLACE TABLE sorted AS SELECT ${ROW}, ${sqlNames(columns)} FROM ${from} ORDER BY ${[...order, ROW].join(', ')}`,
  )
  await engine.run('DROP TABLE IF EXISTS series')
  await engine.run('ALTER TABLE sorted RENAME TO series')
}

/** Returns SQL for the series of a row. A constant if the table contains a single series. */
export function keySql({ key }: Series): string {
  return key ? sqlName(key.name) : `''`
}

/** Returns SQL for the time of a row in seconds. Without a time column, returns SQL for the row's position. */
export function momentSql({ time }: Series): string {
  return time ? `epoch(${sqlName(time.name)}::TIMESTAMP)` : `rowid::DOUBLE`
}

/** Conditions that select a part of the table `series`. */
export interface Chunk {
  /** Condition for the rows to read: the chunk, and its neighbors on both sides. */
  seen: string
  /** Condition for the rows of the chunk alone. */
  own: string
}

/** Splits `series` into chunks that fit into memory. Each chunk is read with `overlap` rows on both sides. */
export async function seriesChunks(engine: Engine, overlap: number): Promise<Chunk[]> {
  const { rows } = await engine.row<{ rows: number }>('SELECT count(*) AS rows FROM series')
  return Array.from({ length: Math.ceil(rows / CHUNK_ROWS) }, (_, at) => {
    const from = at * CHUNK_ROWS
    const to = from + CHUNK_ROWS - 1
    return {
      seen: `rowid BETWEEN ${from - overlap} AND ${to + overlap}`,
      own: `${PLACE} BETWEEN ${from} AND ${to}`,
    }
  })
}
