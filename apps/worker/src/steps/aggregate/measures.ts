import { sqlName } from '@millrace/tables/sql'
import { ROW, type TableColumn } from '@millrace/tables/table'

export const MEASURES = [
  'mean',
  'median',
  'min',
  'max',
  'sum',
  'count',
  'deviation',
  'p05',
  'p95',
  'first',
  'last',
] as const

export type Measure = (typeof MEASURES)[number]

/** Measures that need all values of a group in memory, with their 1-based positions in the list from `quantilesSql`. */
const QUANTILES = { p05: 1, median: 2, p95: 3 }

export function isQuantile(measure: Measure): measure is keyof typeof QUANTILES {
  return measure in QUANTILES
}

/**
 * Returns SQL for a list of all quantiles of a column over a group. With a single list, the engine holds the values in
 * memory only once.
 */
export function quantilesSql(column: TableColumn, estimated: boolean): string {
  const name = estimated ? 'approx_quantile' : 'quantile_cont'
  return `${name}(${sqlName(column.name)}::DOUBLE, [0.05, 0.5, 0.95])`
}

type Plain = Exclude<Measure, 'median' | 'p05' | 'p95'>

/**
 * Returns SQL for a measure of a column over a group. `first` and `last` refer to the order by time. For equal times,
 * or without a time column, they refer to the order of the rows.
 */
export function measureSql(column: TableColumn, measure: Plain, time: TableColumn | undefined): string {
  const value = sqlName(column.name)
  const order = time ? orderSql(time) : ROW
  const sql: Record<Plain, string> = {
    mean: `avg(${value})`,
    min: `min(${value})`,
    max: `max(${value})`,
    sum: `sum(${value})`,
    count: `count(${value})`,
    deviation: `CASE WHEN max(abs(${value}::DOUBLE)) < 1e150 THEN stddev_samp(${value}) FILTER (WHERE abs(${value}::DOUBLE) < 1e150) END`,
    first: `arg_min(${value}, ${order})`,
    last: `arg_max(${value}, ${order})`,
  }
  return sql[measure]
}

/**
 * Returns SQL for a sort key: the time followed by the row number, or null for a missing time. Unless the time has
 * nanoseconds or a UTC offset, the time and the row number are combined into a single integer, because comparing
 * integers is faster than comparing structs (5 million rows, 2 cores: 0.2 s instead of 0.35 s).
 */
function orderSql({ name, type }: TableColumn): string {
  const value = sqlName(name)
  if (!/^(DATE|TIMESTAMP(_S|_MS)?)$/.test(type)) return `CASE WHEN ${value} IS NOT NULL THEN (${value}, ${ROW}) END`
  // Infinite times have no epoch. They are compared in the type of the column, because the engine cannot compare a date
  // that is cast to TIMESTAMP with infinity.
  const micros = `coalesce(epoch_us(${value}::TIMESTAMP), CASE ${value} WHEN 'infinity' THEN ${INT64_MAX} WHEN '-infinity' THEN -${INT64_MAX} END)`
  return `${micros}::HUGEINT * 18446744073709551616 + ${ROW}`
}

const INT64_MAX = '9223372036854775807'

/** Returns SQL that picks one quantile from the list that `quantilesSql` computes. */
export function quantileSql(measure: keyof typeof QUANTILES, list: string): string {
  return `${list}[${QUANTILES[measure]}]`
}
