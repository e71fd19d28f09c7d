import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'
import { WRITTEN_COLUMNS_MAX } from '@millrace/tables/table-width'
import { StepError } from '@millrace/worker-sdk'
import { MONTHS } from '#sample/small-tables.ts'
import { columnNamed, columnsNamed } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { wouldLoseDigits } from '#tables/large-integers.ts'
import { requireRows } from '#tables/read-table.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { textSql } from '#tables/value-text.ts'
import { pivotRows } from './reshape/pivot-in-parts.ts'
import { newNames } from './reshape/pivot-sql.ts'

const LONGER = { direction: ['longer'] }
const WIDER = { direction: ['wider'] }

const PARAMETERS = {
  direction: {
    type: 'string',
    title: 'Direction',
    description: 'Longer: columns become rows, such as one column per month. Wider: rows become columns.',
    enum: ['longer', 'wider'],
    default: 'longer',
  },
  id_columns: {
    ...COLUMNS,
    title: 'Columns that stay',
    description:
      'Columns that identify a row. Leave empty for all columns that are not turned into rows (Longer), or all except names and values (Wider).',
  },
  value_columns: {
    ...COLUMNS,
    title: 'Columns to turn into rows',
    description: 'Leave empty for all numeric columns that do not identify a row.',
    'x-applies-if': LONGER,
  },
  name_to: { type: 'string', title: 'Column for the names', default: 'name', minLength: 1, 'x-applies-if': LONGER },
  value_to: { type: 'string', title: 'Column for the values', default: 'value', minLength: 1, 'x-applies-if': LONGER },
  empty_cells: {
    type: 'string',
    title: 'Empty cells',
    enum: ['drop', 'keep'],
    default: 'drop',
    'x-applies-if': LONGER,
  },
  names_from: {
    ...COLUMN,
    title: 'Names from',
    description: 'Each of its values becomes a column.',
    'x-applies-if': WIDER,
  },
  values_from: { ...COLUMN, title: 'Values from', 'x-applies-if': WIDER },
} as const

type Job = TableJob<typeof PARAMETERS>

export const reshapeTable = tableStep({
  functionName: 'reshape_table',
  version: '1.1.13',
  deterministic: true,
  title: 'Reshape table',
  shortDescription: 'Turns columns into rows (long format) or rows into columns (wide format).',
  longDescription: `Longer: a table with one column per month becomes one row per month, with the month's name and its value. This is the
format that plots and aggregation expect.

Wider: the reverse. The values of one column, such as the station, become columns. If several rows belong in one cell,
the step stops and names them; Pivot table combines them instead.`,
  categories: ['Tables', 'Transform'],
  tasks: ['reshape', 'unpivot', 'melt', 'wide to long', 'long to wide', 'transpose', 'tidy data', 'gather', 'spread'],
  icon: 'table-2',
  parameters: PARAMETERS,
  output: { name: 'reshaped', title: 'Reshaped table', suffix: '_reshaped' },
  examples: [
    {
      title: 'One row per month',
      parameters: { value_columns: ['Jan', 'Feb', 'Mar', 'Apr'], name_to: 'month', value_to: 'rain_mm' },
      inputs: { table: [MONTHS] },
    },
    {
      title: 'One column per station',
      parameters: {
        direction: 'wider',
        id_columns: ['year'],
        names_from: 'station',
        values_from: 'Mar',
      },
      inputs: { table: [MONTHS] },
    },
  ],
  make: (job) => (job.parameters.direction === 'longer' ? longer(job) : wider(job)),
})

async function longer({ table, parameters, log, engine }: Job) {
  const ids = columnsNamed(table, parameters.id_columns, 'id_columns')
  const named = columnsNamed(table, parameters.value_columns, 'value_columns')
  const numbers = table.columns.filter((column) => column.kind === 'number' && !ids.includes(column))
  const turned = named.length > 0 ? named : numbers
  if (turned.length === 0)
    throw new StepError(
      `${table.name} has no numeric columns to turn into rows. Choose other columns under “Columns to turn into rows”.`,
      { parameter: { name: 'value_columns' } },
    )
  const stay = ids.length > 0 ? ids : table.columns.filter((column) => !turned.includes(column))
  const left = table.columns.filter((column) => !stay.includes(column) && !turned.includes(column))
  if (left.length > 0) log.warn(`Left out: ${listed(left.map(({ name }) => name))}.`)
  const kinds = new Set(turned.map((column) => column.kind))
  if (kinds.size > 1)
    log.warn('The columns turned into rows have different kinds of values, so the values were written as text.')
  const columns = turned.map((column) => ({ table, column }))
  const losesDigits = kinds.size === 1 && (await wouldLoseDigits(engine, columns))
  if (losesDigits)
    log.warn(
      'The values were written as text, because large whole numbers would lose digits if combined with fractions.',
    )
  // The SQL list below cannot combine types, such as UUIDs and strings, although columns of both are text.
  const areAlike = kinds.has('number') || kinds.has('time') || new Set(turned.map(({ type }) => type)).size === 1
  const isText = kinds.size > 1 || losesDigits || !areAlike
  const { name_to, value_to, empty_cells } = parameters
  const [name, value] = newNames([name_to, value_to], stay)
  const counted = turned.map((column) => `count(${sqlName(column.name)})`)
  const { full } = await engine.row<{ full: number }>(
    `SELECT list_sum([${counted.join(', ')}]) AS full FROM ${table.view}`,
  )
  const empty = table.rows * turned.length - full
  log.info(
    `Turned ${plural(turned.length, 'column')} of ${plural(table.rows, 'row')} into ${plural(table.rows * turned.length, 'cell')}; ${plural(empty, 'empty cell')} ${empty_cells === 'drop' ? 'dropped' : 'kept'}.`,
  )
  // `unnest` keeps the order of rows. Sorting them instead would take more memory and several times as long.
  const names = turned.map((column) => sqlText(column.name))
  const cells = turned.map((column) => (isText ? textSql(column) : sqlName(column.name)))
  const own = stay.map((column) => sqlName(column.name))
  const turning = [...own, `unnest([${names.join(', ')}]) AS ${name}`, `unnest([${cells.join(', ')}]) AS ${value}`]
  const where = empty_cells === 'drop' ? `WHERE ${value} IS NOT NULL` : ''
  return { from: `(SELECT * FROM (SELECT ${turning.join(', ')} FROM ${table.view}) ${where})` }
}

async function wider(job: Job) {
  const { engine, table, parameters, log } = job
  requireRows(table)
  const names = required(job, 'names_from')
  const values = required(job, 'values_from')
  const chosen = columnsNamed(table, parameters.id_columns, 'id_columns')
  const ids = chosen.length > 0 ? chosen : table.columns.filter((column) => column !== names && column !== values)
  const rows = await engine.rows<{ value: string | null }>(
    `SELECT ${textSql(names)} AS value FROM ${table.numbered} GROUP BY 1 ORDER BY min(${ROW}) LIMIT ${WRITTEN_COLUMNS_MAX + 1}`,
  )
  if (rows.length + ids.length > WRITTEN_COLUMNS_MAX)
    throw new StepError(
      `\`${names.name}\` has more than ${count(WRITTEN_COLUMNS_MAX)} different values, and each would become a column. Choose a column with fewer values.`,
      { parameter: { name: 'names_from' } },
    )
  await refuseSeveral(job, { ids, names, values })
  log.info(
    `\`${names.name}\` becomes ${plural(rows.length, 'column')}: ${listed(rows.map(({ value }) => value ?? '(empty)'))}.`,
  )
  const from = await pivotRows(job, {
    ids,
    names: [names],
    // Each cell has only one value. `min` returns it, and allows the engine to spill groups to disk.
    cells: [{ column: values, sql: 'min' }],
    values: rows.map(({ value }) => [value]),
  })
  return { from }
}

function required({ table, parameters }: Job, parameter: 'names_from' | 'values_from'): TableColumn {
  const name = parameters[parameter]
  const title = PARAMETERS[parameter].title
  if (!name) throw new StepError(`Choose a column under “${title}”.`, { parameter: { name: parameter } })
  return columnNamed(table, { name, parameter })
}

interface Wide {
  ids: readonly TableColumn[]
  names: TableColumn
  values: TableColumn
}

async function refuseSeveral({ engine, table }: Job, { ids, names, values }: Wide): Promise<void> {
  const keys = sqlNames([...ids, names])
  const [cell] = await engine.rows<{ first: number; last: number }>(
    `SELECT min(${ROW}) AS first, max(${ROW}) AS last FROM ${table.numbered} GROUP BY ${keys} HAVING count(*) > 1 ORDER BY count(*) DESC, first LIMIT 1`,
  )
  if (!cell) return
  throw new StepError(
    `Rows ${count(cell.first)} and ${count(cell.last)} of ${table.name} have equal values in ${listed([...ids, names].map(({ name }) => name))}, so their \`${values.name}\` would share one cell. Add a column under “Columns that stay”, or use Pivot table to combine them.`,
    { parameter: { name: 'id_columns' } },
  )
}
