import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'

/** The table in the order of its series: what outliers and gaps are looked for in. */
export interface Series {
  columns: readonly TableColumn[]
  time?: TableColumn
  /** Tells several series of the table apart. */
  key?: TableColumn
}

/** Place of a row in the table `series`, counted from 0 without gaps. */
export const PLACE = '__millrace_place'

const CHUNK_ROWS = 400_000

/** Makes the table `series` from a relation with the table's columns: series after series, each by time. */
export async function orderSeries(engine: Engine, from: string, { columns, time, key }: Series): Promise<void> {
  const order = [key, time].flatMap((column) => (column ? [`${sqlName(column.name)} NULLS LAST`] : []))
  await engine.run(
    `CREATE OR REPLACE TABLE sorted AS SELECT ${ROW}, ${sqlNames(columns)} FROM ${from} ORDER BY ${[...order, ROW].join(', ')}`,
  )
  await engine.run('DROP TABLE IF EXISTS series')
  await engine.run('ALTER TABLE sorted RENAME TO series')
}

/** Says whether the rows of `series` already stand in the order of time, and at one time in that of the series. */
export async function isSorted(engine: Engine, { time, key }: Series): Promise<boolean> {
  if (!time) return false
  const names = [time, ...(key ? [key] : [])].map(({ name }) => sqlName(name))
  const before = names.map((name, at) => `lag(${name}) OVER () AS before_${at}`)
  const [first, second] = names
  const sameTime = second ? `${first} = before_0 AND before_1 <= ${second}` : `${first} = before_0`
  const { sorted } = await engine.row<{ sorted: boolean }>(
    `SELECT coalesce(bool_and(coalesce(n = 1 OR before_0 < ${first} OR ${sameTime}, false)), true) AS sorted
     FROM (SELECT ${names.join(', ')}, ${before.join(', ')}, row_number() OVER () AS n FROM series)`,
  )
  return sorted
}

/** The key of the series in SQL; one constant for a table that is a single series. */
export function keySql({ key }: Series): string {
  return key ? sqlName(key.name) : `''`
}

/** When a row of the series is, in seconds; without times, its place. */
export function momentSql({ time }: Series): string {
  return time ? `epoch(${sqlName(time.name)}::TIMESTAMP)` : `rowid::DOUBLE`
}

export interface Chunk {
  /** Condition for the rows that are looked at: those of the chunk and enough before and behind it. */
  seen: string
  /** Condition for the rows of the chunk itself. */
  own: string
}

/** Cuts the table `series` into pieces that fit into memory, each with `overlap` rows of its neighbours. */
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
