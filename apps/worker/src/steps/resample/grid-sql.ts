import type { Engine } from '@millrace/tables/engine'
import { count } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'

/** Intervals of a regular series, in DuckDB’s syntax. */
export const INTERVALS = {
  second: '1 second',
  minute: '1 minute',
  '5 minutes': '5 minutes',
  '10 minutes': '10 minutes',
  '15 minutes': '15 minutes',
  '30 minutes': '30 minutes',
  hour: '1 hour',
  '3 hours': '3 hours',
  '6 hours': '6 hours',
  '12 hours': '12 hours',
  day: '1 day',
  week: '7 days',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
} as const

export type Interval = keyof typeof INTERVALS

const GRID_MAX = 20_000_000

/** The time column, the column that distinguishes the series, and the interval between regular times. */
export interface Series {
  time: TableColumn
  key: TableColumn | undefined
  every: Interval
}

/** Returns the length of an interval in seconds. For intervals of a month or longer, the length is approximate. */
export async function secondsOf(engine: Engine, every: Interval): Promise<number> {
  const { seconds } = await engine.row<{ seconds: number }>(
    `SELECT epoch(INTERVAL '${INTERVALS[every]}')::DOUBLE AS seconds`,
  )
  return seconds
}

/** Returns SQL for the start of the interval that contains a time. */
export function bucketOf({ time, every }: Series): string {
  return `time_bucket(INTERVAL '${INTERVALS[every]}', ${sqlName(time.name)}::TIMESTAMP)`
}

/**
 * Returns a query for the regular times `t` of each series `k`, from the first to the last time of the series. Throws
 * an error if there are too many times, for example because of a wrong year.
 */
export async function gridSql(engine: Engine, table: Table, series: Series): Promise<string> {
  const { time, key, every } = series
  const k = key ? `${sqlName(key.name)}` : 'NULL'
  const where = `isfinite(${sqlName(time.name)}::TIMESTAMP)`
  const ends = `SELECT ${k} AS k, min(${bucketOf(series)}) AS low, max(${bucketOf(series)}) AS high FROM ${table.view} WHERE ${where} GROUP BY ALL`
  const { points } = await engine.row<{ points: number | null }>(
    `SELECT sum((epoch(high) - epoch(low)) / epoch(INTERVAL '${INTERVALS[every]}') + 1) AS points FROM (${ends})`,
  )
  if ((points ?? 0) > GRID_MAX) {
    throw new StepError(
      `${table.name} would have ${count(Math.round(points ?? 0))} intervals of one ${every}; up to ${count(GRID_MAX)} are possible. Choose a longer interval, or check \`${time.name}\` for times that are far off.`,
      { parameter: { name: 'every' } },
    )
  }
  return `SELECT k, unnest(generate_series(low, high, INTERVAL '${INTERVALS[every]}')) AS t FROM (${ends})`
}
