import type { Engine } from '@millrace/tables/engine'
import { WRITTEN_COLUMNS_MAX } from '@millrace/tables/engine-room'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { defineStep, type ParameterSchema, type ParametersOf, type StepContext, StepError } from '@millrace/worker-sdk'
import { columnOfKind, columnsNamed, numberColumns, seriesColumn, timeColumn } from '#tables/choose-columns.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { readMoments, readTable, requireRows } from '#tables/read-table.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
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
      title: 'For every',
      description: 'The length of time that becomes one row. auto chooses one that fits; none does not go by time.',
      enum: ['auto', 'none', 'minute', '15 minutes', 'hour', 'day', 'week', 'month', 'quarter', 'year'],
      default: 'auto',
    },
    group_by: {
      type: 'array',
      items: { type: 'string' },
      title: 'For each',
      description: 'Columns whose values are kept apart, such as the station. Leave empty to find them.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'any',
    },
    columns: {
      type: 'array',
      items: { type: 'string' },
      title: 'Columns',
      description: 'The numbers that are put together. Leave empty for all.',
      default: [],
      'x-column-of': 'table',
      'x-column-kind': 'number',
    },
    measures: {
      type: 'array',
      items: { type: 'string', enum: MEASURES },
      title: 'Measures',
      description: 'Each makes one column per column of numbers. p05 and p95 are percentiles.',
      default: ['mean', 'min', 'max'],
      minItems: 1,
      uniqueItems: true,
    },
    time_column: {
      type: ['string', 'null'],
      title: 'Time column',
      description:
        'Leave empty for the first column of times. Dates and a clock in the column beside them are read together.',
      'x-column-of': 'table',
      'x-column-kind': 'time',
    },
    output_format: FORMAT_PARAMETER,
    encoding: ENCODING_PARAMETER,
  },
} as const satisfies ParameterSchema

type Parameters = ParametersOf<typeof PARAMETERS>

/** Puts rows together by time and by group. */
export const aggregateTable = defineStep({
  functionName: 'aggregate_table',
  version: '2.0.0',
  title: 'Aggregate table',
  shortDescription: 'Puts rows together by time and group: daily means, monthly sums, extremes per station.',
  longDescription: `Makes one row per length of time and group, with the measures you choose for each column of numbers. Empty cells do
not count. The column rows says how many rows went into each.

Dates with the time of day in a column of its own directly beside them (Date and Time, Datum and Uhrzeit) are read
together.

With nothing set, the first column of times is used, a length of time is chosen that gives up to about 120 rows per
group, and a column that tells series apart (such as the station) is found by itself.

Medians and percentiles of more than a million rows in few groups are estimates; the log says so.`,
  parameters: PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'The table to aggregate.', mediaType: TABLE_MEDIA }],
  outputs: [
    { name: 'aggregated', title: 'Aggregated table', description: 'One row per group.', mediaType: WRITTEN_MEDIA },
  ],
  returns: { type: 'object', properties: { rows: { type: 'integer' }, columns: { type: 'integer' } } },
  tags: ['category=tables'],
  run: (context) => withEngine(context, (engine) => aggregate(engine, context)),
})

async function aggregate(engine: Engine, context: StepContext<Parameters>) {
  const { parameters, log } = context
  const read = await readTable(engine, context.input('table'), context)
  requireRows(read)
  context.progress(0.5)
  const { time_column, group_by, columns: numbers } = parameters
  const moments = await readMoments(engine, read, { log, time: time_column, others: [...group_by, ...numbers] })
  const table = moments.table
  const choice = await choose(engine, table, { ...parameters, time_column: moments.time })
  log.info(sentence(choice, parameters))
  const { time, bucket, groups, columns } = choice
  const keys = [
    ...(time && bucket ? [{ sql: bucketSql(time, bucket), name: time.name }] : []),
    ...groups.map(({ name }) => ({ sql: sqlName(name), name })),
  ]
  const { measures } = parameters
  requireFewColumns(table, columns.length * measures.length)
  const estimated = await aggregateGroups(engine, table, { keys, columns, measures, time })
  if (estimated) log.warn('Medians and percentiles are estimates, since the table is large.')
  const order = keys.length > 0 ? `ORDER BY ${keys.map((key) => sqlName(key.name)).join(', ')}` : ''
  const { output_format: format } = parameters
  await writeTable(engine, context, {
    slot: 'aggregated',
    from: `(FROM aggregated ${order})`,
    suffix: suffixOf(bucket),
    format,
  })
  const { rows } = await engine.row<{ rows: number }>('SELECT count(*) AS rows FROM aggregated')
  log.info(`${plural(table.rows, 'row')} became ${rows}.`)
  return { rows, columns: keys.length + 1 + columns.length * measures.length }
}

function requireFewColumns({ name }: Table, measured: number): void {
  if (measured <= WRITTEN_COLUMNS_MAX) return
  throw new StepError(
    `The measures of ${name} would make ${count(measured)} columns; up to ${count(WRITTEN_COLUMNS_MAX)} are possible. Choose fewer columns or fewer measures.`,
  )
}

interface Choice {
  time?: TableColumn
  bucket?: Bucket
  groups: TableColumn[]
  columns: TableColumn[]
}

async function choose(engine: Engine, table: Table, parameters: Parameters): Promise<Choice> {
  const { every, group_by: names } = parameters
  const time = every === 'none' ? undefined : await timeColumn(engine, table, parameters.time_column)
  if (!time && every !== 'none') await refuseWithoutTimes(engine, table, every)
  const named = columnsNamed(table, names)
  const key = named.length === 0 && time ? await seriesColumn(engine, table, time) : undefined
  const groups = named.length === 0 && key ? [key] : named
  const bucket = time && (every === 'auto' || every === 'none' ? await fittingBucket(engine, table, time) : every)
  if (time?.type === 'DATE' && bucket && BUCKETS[bucket] < BUCKETS.day) refuseDates(table, time, bucket)
  const columns = await numberColumns(engine, table, parameters.columns)
  return { time, bucket, groups, columns: columns.filter((column) => !groups.includes(column)) }
}

/** All rows of a day would fall into its first hour, which looks like data and is none. */
function refuseDates({ name }: Table, time: TableColumn, bucket: Bucket): never {
  throw new StepError(
    `Column \`${time.name}\` of ${name} holds dates without a time of day, so its rows cannot be put together by ${bucket}. Set “For every” to day or longer. If the time of day is in a column of its own, put it directly beside the dates, written like 14:30.`,
  )
}

/** Totals over everything are a surprise where times were meant; they are given only where there are none at all. */
async function refuseWithoutTimes(engine: Engine, table: Table, every: Parameters['every']): Promise<void> {
  const almost = table.columns.find((column) => column.strays?.wanted === 'time')
  if (almost) await columnOfKind(engine, table, { name: almost.name, kind: 'time' })
  if (every === 'auto') return
  const names = table.columns.map((column) => column.name)
  throw new StepError(
    `${table.name} has no column of times to go by. Its columns are: ${listed(names)}. Set “For every” to none, or run Clean table if times are written unusually.`,
  )
}

function sentence({ bucket, groups, columns }: Choice, { measures }: Parameters): string {
  const names = columns.map((column) => column.name)
  const by = [...(bucket ? [bucket] : []), ...groups.map((group) => group.name)]
  return `Taking ${listed([...measures])} of ${listed(names)}${by.length > 0 ? ` for every ${by.join(' and ')}` : ' over all rows'}.`
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
