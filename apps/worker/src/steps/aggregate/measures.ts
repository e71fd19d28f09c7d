import { sqlName } from '@millrace/tables/sql'
import { ROW, type TableColumn } from '#tables/table.ts'

/** What can be computed of the values of a group. */
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

interface Options {
  /** First and last go by it; without it by the order of the rows. */
  time?: TableColumn
  /** Medians and percentiles are estimated, which needs no memory for the values. */
  estimated: boolean
}

/** SQL of a measure of a column over a group. */
export function measureSql(column: TableColumn, measure: Measure, { time, estimated }: Options): string {
  const value = sqlName(column.name)
  const order = time ? sqlName(time.name) : ROW
  const quantile = (share: number) =>
    estimated ? `approx_quantile(${value}::DOUBLE, ${share})` : `quantile_cont(${value}::DOUBLE, ${share})`
  const sql: Record<Measure, string> = {
    mean: `avg(${value})`,
    median: quantile(0.5),
    min: `min(${value})`,
    max: `max(${value})`,
    sum: `sum(${value})`,
    count: `count(${value})`,
    deviation: `stddev_samp(${value})`,
    p05: quantile(0.05),
    p95: quantile(0.95),
    first: `arg_min(${value}, ${order})`,
    last: `arg_max(${value}, ${order})`,
  }
  return sql[measure]
}
