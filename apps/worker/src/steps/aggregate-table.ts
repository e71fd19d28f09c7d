import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { WRITTEN_COLUMNS_MAX } from '@millrace/tables/table-width'
import { defineStep, type ParameterSchema, type ParametersOf, type StepContext, StepError } from '@millrace/worker-sdk'
import { CALIBRATION, LEVELS } from '#sample/small-tables.ts'
import { columnOfKind, columnsNamed, numberColumns, seriesColumn, timeColumn } from '#tables/choose-columns.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { warnOfMissingNumbers } from '#tables/missing-numbers.ts'
import { readMoments, readTable, requireRows } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { inTimeZone, TIME_ZONE_PARAMETER } from '#tables/time-zone.ts'
import { withEngine } from '#tables/with-engine.ts'
import { FORMAT_PARAMETER, WRITTEN_MEDIA, writeTable } from '#tables/write-table.ts'
import { aggregateGroups } from './aggregate/aggregate-groups.ts'
import { MEASURES } from './aggregate/measures.ts'
import { BUCKETS, type Bucket, bucketSql, fittingBucket } from './aggregate/time-buckets.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    every: {
      type: 'string',
      title: 'Interval',
      description:
        'One row per interval and group. Auto chooses an interval that gives up to about 120 rows per group. Choose None to ignore time.',
      enum: ['auto', 'none', 'minute', '15 minutes', 'hour', 'day', 'week', 'month', 'quarter', 'year'],
      default: 'auto',
    },
    group_by: {
      type: 'array',
      items: { type: 'string' },
      title: 'Group by',
      description:
        'Columns to group by, such as station. Leave empty to detect automatically; the log lists the detected columns.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    columns: {
      type: 'array',
      items: { type: 'string' },
      title: 'Columns',
      description: 'Numeric columns to aggregate. Leave empty for all.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'number',
    },
    measures: {
      type: 'array',
      items: { type: 'string', enum: MEASURES },
      title: 'Measures',
      description: 'Each measure adds one column per numeric column. P05 and P95 are the 5th and 95th percentiles.',
      default: ['mean', 'min', 'max'],
      minItems: 1,
      uniqueItems: true,
    },
    time_column: {
      type: ['string', 'null'],
      title: 'Time column',
      description:
        'Leave empty to use the first column with times. A date column and a time-of-day column are combined.',
      'x-column-of': 'table',
      'x-column-kind': 'time',
    },
    time_zone: TIME_ZONE_PARAMETER,
    output_format: FORMAT_PARAMETER,
    encoding: ENCODING_PARAMETER,
    sheet: SHEET_PARAMETER,
    sample_rows: SAMPLE_PARAMETER,
  },
} as const satisfies ParameterSchema

type Parameters = ParametersOf<typeof PARAMETERS>

export const aggregateTable = defineStep({
  functionName: 'aggregate_table',
  version: '2.3.15',
  deterministic: true,
  title: 'Aggregate table',
  shortDescription: 'Aggregates rows by time and group: daily means, monthly sums, extremes per station.',
  longDescription: `Creates one row per time interval and group, with the chosen measures of each numeric column. Empty cells are ignored.
The column “rows” counts the rows that were aggregated.

By default, the first column with times is used, the interval has at most about 120 rows per group, and a text column that
distinguishes series, such as the station, is found automatically. The log says what was grouped, and warns if several
rows share a time and no column distinguishes them.

A date column and a time-of-day column (Date and Time, Datum and Uhrzeit) are combined.

Medians and percentiles of more than a million rows in few groups are estimates; the log says so.`,
  parameters: PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'The table to aggregate.', mediaType: TABLE_MEDIA }],
  outputs: [
    { name: 'aggregated', title: 'Aggregated table', description: 'One row per group.', mediaType: WRITTEN_MEDIA },
  ],
  returns: {
    type: 'object',
    properties: {
      rows: { type: 'integer' },
      columns: { type: 'integer' },
      timeInterval: { type: ['string', 'null'] },
      groupedBy: { type: 'array', items: { type: 'string' } },
    },
  },
  categories: ['Tables', 'Summarize'],
  tasks: [
    'average per month',
    'daily mean',
    'monthly sum',
    'group by',
    'mean per station',
    'totals',
    'aggregate',
    'minimum and maximum',
    'percentile',
    'downsample',
  ],
  icon: 'sigma',
  showFirst: ['aggregated'],
  examples: [
    {
      title: 'Weekly means and maxima per station',
      parameters: { every: 'week', group_by: ['station'], columns: ['level_cm'], measures: ['mean', 'max'] },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Median and spread per sensor',
      parameters: {
        every: 'none',
        group_by: ['sensor'],
        columns: ['reading_c'],
        measures: ['median', 'deviation', 'count'],
      },
      inputs: { table: [CALIBRATION] },
    },
  ],
  run: (context) => withEngine(context, (engine) => aggregate(engine, context)),
})

async function aggregate(engine: Engine, context: StepContext<Parameters>) {
  const { parameters, log } = context
  const read = await readTable(engine, context.input('table'), context)
  requireRows(read)
  context.progress(0.5)
  const { time_column, group_by, columns: numbers } = parameters
  const moments = await readMoments(engine, read, { log, time: time_column, others: [...group_by, ...numbers] })
  const found = await choose(engine, moments.table, { ...parameters, time_column: moments.time, log })
  const {
    choice,
    table,
    order: rowOrder,
    result,
  } = await zoned(engine, moments.table, { found, zone: parameters.time_zone, log })
  log.info(sentence(choice, parameters))
  await warnOfSharedTimes(engine, table, { choice, log })
  await warnOfMissingNumbers(engine, table, { columns: choice.columns, log })
  const { time, bucket, groups, columns } = choice
  const keys = [
    ...(time && bucket ? [{ sql: bucketSql(time, bucket), name: time.name }] : []),
    ...groups.map(({ name }) => ({ sql: sqlName(name), name })),
  ]
  const { measures } = parameters
  requireFewColumns(table, columns.length * measures.length)
  const { from, estimated } = await aggregateGroups(engine, table, { keys, columns, measures, time: rowOrder })
  if (estimated) log.warn('Medians and percentiles are estimates because the table is large.')
  const order = keys.length > 0 ? `ORDER BY ${keys.map((key) => sqlName(key.name)).join(', ')}` : ''
  const ordered = `(FROM ${from} ${order})`
  const { output_format: format } = parameters
  const { rows } = await writeTable(engine, context, {
    slot: 'aggregated',
    from: result?.finish(ordered) ?? ordered,
    zoned: result,
    suffix: suffixOf(bucket),
    format,
  })
  log.info(`Aggregated ${plural(table.rows, 'row')} to ${plural(rows, 'row')}.`)
  const groupedBy = groups.map(({ name }) => name)
  const width = keys.length + 1 + columns.length * measures.length
  return { rows, columns: width, timeInterval: bucket ?? null, groupedBy }
}

/**
 * If rows are combined by a time interval, converts times with UTC offsets to the time zone that the user chose.
 * Returns the choice and the table after the conversion, the column to order by, and how to write the times of the
 * result.
 */
async function zoned(
  engine: Engine,
  table: Table,
  { found, zone, log }: { found: Choice; zone: string; log: StepContext<Parameters>['log'] },
) {
  const { time, bucket } = found
  if (!time || !bucket) return { choice: found, table, order: time, result: undefined }
  const local = await inTimeZone(engine, table, { time, zone, seconds: BUCKETS[bucket], log })
  return { ...local, choice: { ...found, time: local.time }, result: local.result }
}

function requireFewColumns({ name }: Table, measured: number): void {
  if (measured <= WRITTEN_COLUMNS_MAX) return
  throw new StepError(
    `Aggregating ${name} would make ${count(measured)} columns; up to ${count(WRITTEN_COLUMNS_MAX)} are possible. Choose fewer columns or fewer measures.`,
  )
}

interface Choice {
  time?: TableColumn
  bucket?: Bucket
  groups: TableColumn[]
  columns: TableColumn[]
}

async function choose(
  engine: Engine,
  table: Table,
  { log, ...parameters }: Parameters & Pick<StepContext<Parameters>, 'log'>,
): Promise<Choice> {
  const { every, group_by: names } = parameters
  const time =
    every === 'none'
      ? undefined
      : await timeColumn(engine, table, { name: parameters.time_column, parameter: 'time_column' })
  if (!time && every !== 'none') await refuseWithoutTimes(engine, table, every)
  const named = columnsNamed(table, names, 'group_by')
  const key =
    named.length === 0 && time ? await seriesColumn(engine, table, time, { setting: 'Group by', log }) : undefined
  const groups = named.length === 0 && key ? [key] : named
  const bucket = time && (every === 'auto' || every === 'none' ? await fittingBucket(engine, table, time) : every)
  if (time?.type === 'DATE' && bucket && BUCKETS[bucket] < BUCKETS.day) refuseDates(table, time, bucket)
  const columns = await numberColumns(engine, table, { names: parameters.columns, parameter: 'columns' })
  return { time, bucket, groups, columns: columns.filter((column) => !groups.includes(column)) }
}

/**
 * Throws the error for dates that are combined by an interval shorter than a day. Dates have no time of day, so all
 * rows of a day would fall into the first interval of that day.
 */
function refuseDates({ name }: Table, time: TableColumn, bucket: Bucket): never {
  throw new StepError(
    `Column \`${time.name}\` of ${name} has dates without a time of day, so its rows cannot be aggregated by ${bucket}. Set “Interval” to day or longer. If the time of day is in another column, place it next to the dates, in the format 14:30.`,
    { parameter: { name: 'every' } },
  )
}

async function refuseWithoutTimes(engine: Engine, table: Table, every: Parameters['every']): Promise<void> {
  const almost = table.columns.find((column) => column.mismatches?.wanted === 'time')
  if (almost) await columnOfKind(engine, table, { name: almost.name, parameter: 'time_column', kind: 'time' })
  if (every === 'auto') return
  const names = table.columns.map((column) => column.name)
  throw new StepError(
    `${table.name} has no time column. Its columns are: ${listed(names)}. Set “Interval” to none, or run Clean table if some cells keep a column from being read as times.`,
    { parameter: { name: 'every' } },
  )
}

function sentence({ bucket, groups, columns }: Choice, { measures }: Parameters): string {
  const names = columns.map((column) => column.name)
  const interval = bucket ? ` per ${bucket}` : ' over all times'
  const grouped = groups.length > 0 ? `grouped by ${listed(groups.map(({ name }) => name))}` : 'not grouped'
  return `Computing ${listed([...measures])} of ${listed(names)}${interval}, ${grouped}.`
}

const SHARED_TIMES = 1.5

/**
 * Warns if a time has several rows (on average, 1.5 or more) and there is no column to group by. Such rows often belong
 * to several series, which users rarely want to aggregate together.
 */
async function warnOfSharedTimes(
  engine: Engine,
  { view, rows }: Table,
  { choice, log }: { choice: Choice; log: StepContext<Parameters>['log'] },
): Promise<void> {
  const { time, groups } = choice
  if (!time || groups.length > 0) return
  const { times } = await engine.row<{ times: number }>(
    `SELECT approx_count_distinct(${sqlName(time.name)}) AS times FROM ${view}`,
  )
  const each = rows / Math.max(1, times)
  if (each < SHARED_TIMES) return
  log.warn(
    `On average, about ${count(Math.round(each))} rows have the same time in \`${time.name}\`. They were aggregated together, because no column to group by was found. If they belong to different series, such as sensors, choose the column that distinguishes them under “Group by”.`,
  )
}

const SUFFIXES: Partial<Record<Bucket, string>> = {
  hour: '_hourly',
  day: '_daily',
  week: '_weekly',
  month: '_monthly',
  quarter: '_quarterly',
  year: '_yearly',
}

function suffixOf(bucket: Bucket | undefined): string {
  return (bucket && SUFFIXES[bucket]) ?? '_aggregated'
}
