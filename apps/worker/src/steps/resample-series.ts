import { listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { WIDE_COLUMNS } from '@millrace/tables/table-width'
import { StepError } from '@millrace/worker-sdk'
import { LEVELS } from '#sample/small-tables.ts'
import { columnNamed, numberColumns, seriesColumn, timeColumn } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { warnOfMissingNumbers } from '#tables/missing-numbers.ts'
import { readMoments, requireRows } from '#tables/read-table.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { inTimeZone, TIME_ZONE_PARAMETER } from '#tables/time-zone.ts'
import { bucketOf, gridSql, INTERVALS, type Interval, type Series, secondsOf } from './resample/grid-sql.ts'

const FILLS = ['auto', 'none', 'linear', 'previous', 'next', 'nearest', 'zero'] as const
const MEASURES = {
  mean: 'avg',
  sum: 'sum',
  min: 'min',
  max: 'max',
  median: 'median',
  first: 'arg_min',
  last: 'arg_max',
}

const PARAMETERS = {
  every: {
    type: 'string',
    title: 'Interval',
    enum: Object.keys(INTERVALS) as Interval[],
    default: 'hour',
  },
  measure: {
    type: 'string',
    title: 'Several values in an interval',
    enum: Object.keys(MEASURES) as (keyof typeof MEASURES)[],
    default: 'mean',
  },
  fill: {
    type: 'string',
    title: 'Intervals without a value',
    description:
      'Auto leaves sums empty and otherwise interpolates linearly between the neighbors. Nothing is filled before the first and after the last value.',
    enum: FILLS,
    default: 'auto',
    'x-enum-titles': {
      none: 'Leave empty',
      previous: 'Previous value',
      next: 'Next value',
      nearest: 'Nearest value',
      zero: '0',
    },
  },
  longest_gap: {
    type: ['integer', 'null'],
    title: 'Longest gap to fill',
    description: 'Longer gaps stay empty. Leave empty to fill all.',
    minimum: 1,
    'x-unit': 'intervals',
    'x-applies-if': { fill: ['auto', 'linear', 'previous', 'next', 'nearest', 'zero'] },
  },
  time_zone: TIME_ZONE_PARAMETER,
  columns: {
    ...COLUMNS,
    description: 'Numeric columns to resample. Leave empty for all.',
    'x-column-kind': 'number',
    'x-group': 'Columns',
  },
  time_column: {
    ...COLUMN,
    title: 'Time column',
    description: 'Leave empty to use the first column with times.',
    'x-column-kind': 'time',
    'x-group': 'Columns',
  },
  series_column: {
    ...COLUMN,
    title: 'Series column',
    description: 'Distinguishes the series in one table, such as the station. Leave empty to detect automatically.',
    'x-group': 'Columns',
  },
} as const

type Job = TableJob<typeof PARAMETERS>

export const resampleSeries = tableStep({
  functionName: 'resample_series',
  version: '1.2.14',
  deterministic: true,
  title: 'Resample series',
  shortDescription:
    'Resamples time series to regular intervals, combines the values within an interval, and interpolates gaps.',
  longDescription: `Makes one row per interval and series, from the first to the last time of each series. Several values in an interval are
combined; intervals without a value are interpolated or stay empty. Sums stay empty unless you choose otherwise, because
interpolated sums would add to the total. Each time is the start of its interval; weeks start on Monday.

The log says for each column how many intervals had values, were filled, and stayed empty.`,
  categories: ['Tables', 'Time series'],
  tasks: [
    'resample',
    'interpolate',
    'regular time steps',
    'fill gaps',
    'upsample',
    'downsample',
    'hourly values',
    'align times',
  ],
  icon: 'activity',
  parameters: PARAMETERS,
  output: { name: 'resampled', title: 'Regular series', suffix: '_resampled' },
  figures: {
    filledCells: { type: 'integer', title: 'Cells filled' },
    emptyCells: { type: 'integer', title: 'Cells left empty' },
  },
  examples: [
    {
      title: 'Daily levels without gaps',
      parameters: { every: 'day', columns: ['level_cm'] },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Discharge every six hours',
      parameters: { every: '6 hours', columns: ['discharge_m3s'], fill: 'linear' },
      inputs: { table: [LEVELS] },
    },
  ],
  async make(job) {
    const { engine, parameters, log } = job
    requireRows(job.table)
    const { series_column, columns: wanted, time_column } = parameters
    const moments = await readMoments(engine, job.table, { log, time: time_column, others: [series_column, ...wanted] })
    const found = await seriesOf(job, moments.table, moments.time)
    const seconds = await secondsOf(engine, found.every)
    const zoned = await inTimeZone(engine, moments.table, {
      time: found.time,
      zone: parameters.time_zone,
      seconds,
      log,
    })
    const { table } = zoned
    const series = { ...found, time: zoned.time }
    const numbers = await numberColumns(engine, table, { names: wanted, parameter: 'columns' })
    const columns = numbers.filter((column) => column !== series.key)
    await warnOfMissingNumbers(engine, table, { columns, log })
    const labels = table.columns.filter((column) => column.kind === 'text' && column !== series.key)
    if (labels.length > 0) log.info(leftOutSentence(labels))
    const grid = await gridSql(engine, table, series)
    const fill = fillOf(parameters)
    await engine.makeRoom(columns.length + 2)
    const parts = partsOf(columns)
    const figures = { filledCells: 0, emptyCells: 0 }
    for (const [at, part] of parts.entries()) {
      const regular = { series, order: zoned.order, columns: part, grid, measure: parameters.measure }
      await engine.store('regular', regularSql(table, regular), { columns: part.length + 2 })
      const filled = part.map((_, place) => `${fillSql(`v${place}`, series, { ...parameters, fill })} AS v${place}`)
      await engine.store(`filled_${at}`, `SELECT k, t, ${filled.join(', ')} FROM regular ORDER BY k, t`, {
        columns: part.length + 2,
      })
      const { filledCells, emptyCells } = await account(job, part, `filled_${at}`)
      figures.filledCells += filledCells
      figures.emptyCells += emptyCells
    }
    if (parameters.measure === 'sum' && fill !== 'zero' && figures.filledCells > 0) log.warn(INVENTED)
    const key = series.key ? [`filled_0.k AS ${sqlName(series.key.name)}`] : []
    const isDays = INTERVALS[series.every].includes('day') || /month|year/.test(INTERVALS[series.every])
    const time = `filled_0.t${isDays ? '::DATE' : ''} AS ${sqlName(series.time.name)}`
    const values = parts.flatMap((part, at) =>
      part.map(({ name }, place) => `filled_${at}.v${place} AS ${sqlName(name)}`),
    )
    const joined = parts.map((_, at) => `filled_${at}`).join(' POSITIONAL JOIN ')
    const from = `(SELECT ${[time, ...key, ...values].join(', ')} FROM ${joined})`
    return { from: zoned.result?.finish(from) ?? from, zoned: zoned.result, figures }
  },
})

/**
 * Maximum number of columns that are resampled together. With the key and the time, they form the widest table that the
 * engine stores in one piece.
 */
const PART_COLUMNS = WIDE_COLUMNS - 2

/**
 * Splits the columns into parts to resample one after another, because the engine holds several values per column in
 * memory.
 */
function partsOf(columns: readonly TableColumn[]): TableColumn[][] {
  const parts = Math.max(1, Math.ceil(columns.length / PART_COLUMNS))
  return Array.from({ length: parts }, (_, at) => columns.slice(at * PART_COLUMNS, (at + 1) * PART_COLUMNS))
}

function leftOutSentence(labels: readonly TableColumn[]): string {
  const names = listed(labels.map(({ name }) => `\`${name}\``))
  return `${names} ${labels.length === 1 ? 'is' : 'are'} not in the result, because only numbers are resampled.`
}

const INVENTED =
  'The sums of intervals without a value were filled from their neighbors, so the total is larger than that of the table. To keep the table’s total, set “Intervals without a value” to Leave empty or 0.'

type Fill = Exclude<(typeof FILLS)[number], 'auto'>

/**
 * Returns how gaps are filled. By default, gaps between sums are not filled, because added values would increase the
 * total.
 */
function fillOf({ fill, measure }: Job['parameters']): Fill {
  if (fill !== 'auto') return fill
  return measure === 'sum' ? 'none' : 'linear'
}

async function seriesOf({ engine, parameters }: Job, table: Table, name: string | null): Promise<Series> {
  const time = await timeColumn(engine, table, { name, parameter: 'time_column' })
  if (!time) {
    throw new StepError(
      `${table.name} has no time column. Its columns are: ${listed(table.columns.map((column) => column.name))}. Run Clean table if some cells keep a column from being read as times.`,
      { parameter: { name: 'time_column' } },
    )
  }
  const key = parameters.series_column
    ? columnNamed(table, { name: parameters.series_column, parameter: 'series_column' })
    : await seriesColumn(engine, table, time)
  return { time, key, every: parameters.every }
}

interface Regular {
  series: Series
  order: TableColumn
  columns: readonly TableColumn[]
  grid: string
  measure: keyof typeof MEASURES
}

/** Returns SQL for one row per series and interval. The measures of the columns are named `v0`, `v1` and so on. */
function regularSql(table: Table, { series, order, columns, grid, measure }: Regular): string {
  const { time, key } = series
  const k = key ? sqlName(key.name) : 'NULL'
  const value = ({ name }: TableColumn) => {
    const finite = `FILTER (WHERE isfinite(${sqlName(name)}::DOUBLE))`
    if (measure !== 'first' && measure !== 'last') return `${MEASURES[measure]}(${sqlName(name)}::DOUBLE) ${finite}`
    return `${MEASURES[measure]}(${sqlName(name)}::DOUBLE, (${sqlName(order.name)}::TIMESTAMP, ${ROW})) ${finite}`
  }
  const measured = columns.map((column, at) => `${value(column)} AS v${at}`).join(', ')
  const from = `SELECT ${k} AS k, ${bucketOf(series)} AS t, ${measured} FROM ${table.numbered} WHERE ${sqlName(time.name)} IS NOT NULL GROUP BY ALL`
  const names = columns.map((_, at) => `m.v${at}`).join(', ')
  return `SELECT g.k, g.t, ${names} FROM (${grid}) g LEFT JOIN (${from}) m ON g.t = m.t AND g.k IS NOT DISTINCT FROM m.k`
}

function fillSql(
  value: string,
  { every }: Series,
  { fill, longest_gap }: { fill: Fill; longest_gap: number | null },
): string {
  if (fill === 'none') return value
  const over = (rows: string) => `OVER (PARTITION BY k ORDER BY t ROWS BETWEEN ${rows})`
  const before = over('UNBOUNDED PRECEDING AND CURRENT ROW')
  const after = over('CURRENT ROW AND UNBOUNDED FOLLOWING')
  const at = `CASE WHEN ${value} IS NOT NULL THEN t END`
  // `last_value(… IGNORE NULLS)` would search back through the whole gap for each of its rows. In a gap of 800,000
  // intervals, that takes 6 s, and the time grows with the square of the length. The aggregates used here take 0.2 s.
  const [v0, v1] = [`arg_max(${value}, t) ${before}`, `arg_min(${value}, t) ${after}`]
  const [t0, t1] = [`max(${at}) ${before}`, `min(${at}) ${after}`]
  const share = `(epoch(t) - epoch(${t0})) / nullif(epoch(${t1}) - epoch(${t0}), 0)`
  const filled = {
    linear: `${v0} + (${v1} - ${v0}) * ${share}`,
    previous: `CASE WHEN ${v1} IS NOT NULL THEN ${v0} END`,
    next: `CASE WHEN ${v0} IS NOT NULL THEN ${v1} END`,
    nearest: `CASE WHEN ${share} <= 0.5 THEN ${v0} ELSE ${v1} END`,
    zero: '0',
  }[fill]
  // The values on both sides of a gap are one interval farther apart than the gap is long.
  const isShort = longest_gap === null ? 'true' : `${t1} <= ${t0} + ${longest_gap + 1} * INTERVAL '${INTERVALS[every]}'`
  return `CASE WHEN ${value} IS NOT NULL THEN ${value} WHEN ${v0} IS NOT NULL AND ${v1} IS NOT NULL AND ${isShort} THEN ${filled} END`
}

async function account({ engine, log }: Job, columns: readonly TableColumn[], filled: string) {
  const counts = columns.map((_, at) => `count(v${at}) AS v${at}`).join(', ')
  const countIn = (rows: string) =>
    engine.row<Record<string, number>>(`SELECT count(*) AS "all", ${counts} FROM ${rows}`)
  const [before, after] = [await countIn('regular'), await countIn(filled)]
  let [filledCells, emptyCells] = [0, 0]
  for (const [at, { name }] of columns.entries()) {
    const [had, has, all] = [before[`v${at}`] ?? 0, after[`v${at}`] ?? 0, after.all ?? 0]
    filledCells += has - had
    emptyCells += all - has
    log.info(
      `${name}: ${plural(had, 'interval')} with a value, ${plural(has - had, 'interval')} filled, ${plural(all - has, 'interval')} empty.`,
    )
  }
  return { filledCells, emptyCells }
}
