import type { Engine } from '@millrace/tables/engine'
import { count } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { columnOfKind } from '#tables/choose-columns.ts'
import { bucketSql } from '../aggregate/time-buckets.ts'
import type { Chart } from './choose-chart.ts'
import { axisSql, groupSql } from './downsample-points.ts'
import { drawn, type ErrorBars } from './figure.ts'
import type { PlotParameters } from './plot-parameters.ts'
import type { PointLimit } from './points-per-panel.ts'

type Spread = 'deviation' | 'error' | TableColumn
type Measure = PlotParameters['measure']
type Interval = Exclude<PlotParameters['interval'], 'none'>

/** How several rows are combined into one value, and what the error bars of the value show. */
export interface Combination {
  interval?: Interval
  measure: Measure
  spread?: Spread
}

const DRAWN_IN = ['line', 'scatter', 'bar', 'heatmap']

/** Returns the combination that the user chose. Throws an error if the combination doesn’t suit the chart. */
export async function combinationOf(
  engine: Engine,
  table: Table,
  { chart, parameters }: { chart: Chart; parameters: PlotParameters },
): Promise<Combination> {
  const { interval, measure, error_bars, error_column } = parameters
  if (!DRAWN_IN.includes(chart.kind)) return { measure }
  if (interval !== 'none' && chart.x?.kind !== 'time') {
    throw new StepError(
      `“Combine times by” needs a time column as X${chart.x ? `, but \`${chart.x.name}\` is not one` : ''}.`,
      { parameter: { name: 'x' } },
    )
  }
  const spread = error_bars === 'column' ? await errorColumn(engine, table, error_column) : error_bars
  if (error_bars !== 'none' && error_bars !== 'column' && measure !== 'mean') {
    throw new StepError('Standard deviation and standard error need a mean. Set “Combined value” to mean.', {
      parameter: { name: 'measure' },
    })
  }
  return {
    measure,
    ...(interval !== 'none' && { interval }),
    ...(spread !== 'none' && { spread }),
  }
}

function errorColumn(engine: Engine, table: Table, name: string | null): Promise<TableColumn> {
  if (name) return columnOfKind(engine, table, { name, parameter: 'error_column', kind: 'number' })
  throw new StepError('Choose the column that has the errors.', { parameter: { name: 'error_column' } })
}

/** Whether a point of a line or scatter chart may represent several rows. */
export function combinesPoints({ interval, spread }: Combination): boolean {
  return interval !== undefined || spread !== undefined
}

/** Returns SQL for a measure of the rows of an interval or a bar. */
export function combinedSql(column: TableColumn, measure: Measure): string {
  if (measure === 'count') return 'count(*)::DOUBLE'
  return `${{ mean: 'avg', sum: 'sum', min: 'min', max: 'max' }[measure]}(${sqlName(column.name)})::DOUBLE`
}

/**
 * Returns SQL for the length of an error bar. The mean of a single row has no error bar. Errors from a column are used
 * only where a single row has an error, because errors of several rows cannot be combined.
 */
export function spreadSql(column: TableColumn, spread: Spread | undefined): string {
  if (!spread) return 'NULL::DOUBLE'
  if (typeof spread === 'object') {
    const error = sqlName(spread.name)
    return `CASE WHEN count(${error}) = 1 THEN max(abs(${error}::DOUBLE)) END`
  }
  const value = `${sqlName(column.name)}::DOUBLE`
  const deviation = `stddev_samp(${value}) FILTER (WHERE abs(${value}) < 1e150)`
  return spread === 'deviation' ? deviation : `${deviation} / sqrt(count(${value}))`
}

/** Returns SQL for the start of the interval that contains a time. Without an interval, returns SQL for the column. */
export function intervalSql(x: TableColumn, interval: Interval | undefined): string {
  return interval ? `(${bucketSql(x, interval)})` : sqlName(x.name)
}

/** The combined value of the rows with the same x, and the length of the error bar. */
export interface CombinedPoint {
  x: number
  /** Null if no row has a value. */
  y: number | null
  error: number | null
}

interface Wanted {
  chart: Chart
  column: TableColumn
  group: string | null
  combination: Combination
  limit: PointLimit
}

/**
 * Returns one point per interval or value of X, from left to right. If errors are from a column and there is no
 * interval, each row becomes a separate point.
 */
export async function combinedPoints(engine: Engine, table: Table, wanted: Wanted): Promise<CombinedPoint[]> {
  const { chart, column, group, combination, limit } = wanted
  const { most, canRaise } = limit
  const { x } = chart
  if (!x) throw new Error('A line or scatter chart needs an X column.')
  const { interval, measure, spread } = combination
  const name = sqlName(x.name)
  const place = interval ? `epoch_ms(${intervalSql(x, interval)}::TIMESTAMP)::DOUBLE` : axisSql(x)
  const isEach = interval === undefined && typeof spread === 'object'
  const value = isEach ? `${sqlName(column.name)}::DOUBLE` : combinedSql(column, measure)
  const error = isEach ? `abs(${sqlName(spread.name)}::DOUBLE)` : spreadSql(column, spread)
  const rows = await engine.rows<CombinedPoint>(
    `SELECT x, CASE WHEN isfinite(y) THEN y END AS y, CASE WHEN isfinite(error) THEN error END AS error FROM (
       SELECT ${place} AS x, ${isEach ? ROW : `min(${ROW})`} AS r, ${value} AS y, ${error} AS error
       FROM ${table.numbered} WHERE ${groupSql(chart, group)} AND ${axisSql(x)} IS NOT NULL AND ${name} IS NOT NULL ${isEach ? '' : 'GROUP BY 1'})
     WHERE isfinite(x) ORDER BY x, r LIMIT ${most + 1}`,
  )
  if (rows.length > most) {
    const remedy = interval ? 'Combine times by a longer interval' : 'Combine times by an interval'
    throw new StepError(
      `More than ${count(most)} ${interval ? 'intervals' : `values of \`${x.name}\``} would have to be drawn. ${remedy}${canRaise ? ', or raise “Maximum points”' : ''}.`,
      { parameter: { name: 'interval' } },
    )
  }
  return rows
}

/** Returns error bars in the color of their trace, or nothing if no value has an error. */
export function errorBars(errors: readonly (number | null)[]): { error_y?: ErrorBars } {
  if (errors.every((error) => error === null)) return {}
  const array = errors.map((error) => (error === null ? null : drawn(error)))
  return { error_y: { type: 'data', array, visible: true, thickness: 1.2, width: 4 } }
}

const ADVERBS: Record<Interval, string> = {
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
}

/** Returns the title of an axis: `Level (cm)` → `Level (cm), monthly mean ± standard deviation`. */
export function combinedTitle(title: string, { interval, measure, spread }: Combination): string {
  const words = [...(interval ? [ADVERBS[interval]] : []), ...(interval || isSpread(spread) ? [measure] : [])]
  const around = spread ? ` ± ${spreadWords(spread)}` : ''
  return `${title}${words.length > 0 ? `, ${words.join(' ')}` : ''}${around}`
}

function isSpread(spread: Spread | undefined): boolean {
  return typeof spread === 'string'
}

function spreadWords(spread: Spread): string {
  if (spread === 'deviation') return 'standard deviation'
  return spread === 'error' ? 'standard error' : spread.name
}
