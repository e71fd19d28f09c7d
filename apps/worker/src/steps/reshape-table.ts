import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, sqlNames, type TableColumn } from '@millrace/tables/table'
import { WRITTEN_COLUMNS_MAX } from '@millrace/tables/table-width'
import { StepError } from '@millrace/worker-sdk'
import { MONTHS } from '#sample/small-tables.ts'
import { columnNamed, columnsNamed } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { requireRows } from '#tables/read-table.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { newNames, pivotSql } from './reshape/pivot-sql.ts'

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
      'They identify a row. Leave empty for all columns that are not turned into rows (Longer), or all except names and values (Wider).',
  },
  value_columns: {
    ...COLUMNS,
    title: 'Columns to turn into rows',
    description: 'Leave empty for all numeric columns except those that stay.',
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

/** Turns columns into rows, or rows into columns. */
export const reshapeTable = tableStep({
  functionName: 'reshape_table',
  version: '1.0.1',
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
      `${table.name} has no numeric column to turn into rows. Choose them under “Columns to turn into rows”.`,
      { parameter: { name: 'value_columns' } },
    )
  const stay = ids.length > 0 ? ids : table.columns.filter((column) => !turned.includes(column))
  const kinds = new Set(turned.map((column) => column.kind))
  if (kinds.size > 1)
    log.warn('The columns turned into rows have different kinds of values, so the values were written as text.')
  const cast = kinds.size > 1 ? '::VARCHAR' : ''
  const { name_to, value_to, empty_cells } = parameters
  const [name, value] = newNames([name_to, value_to], stay)
  const parts = turned.map(
    (column, at) =>
      `SELECT ${[ROW, `${at} AS __at`, ...stay.map((own) => sqlName(own.name)), `${sqlText(column.name)} AS ${name}`, `${sqlName(column.name)}${cast} AS ${value}`].join(', ')} FROM ${table.numbered}`,
  )
  const where = empty_cells === 'drop' ? `WHERE ${value} IS NOT NULL` : ''
  const all = [...stay.map((own) => sqlName(own.name)), name, value].join(', ')
  const cells = `(${parts.join(' UNION ALL BY NAME ')})`
  const { empty } = await engine.row<{ empty: number }>(`SELECT count(*) - count(${value}) AS empty FROM ${cells}`)
  log.info(
    `Turned ${plural(turned.length, 'column')} of ${plural(table.rows, 'row')} into ${plural(table.rows * turned.length, 'cell')}; ${plural(empty, 'empty cell')} ${empty_cells === 'drop' ? 'dropped' : 'kept'}.`,
  )
  return { from: `(SELECT ${all} FROM ${cells} ${where} ORDER BY ${ROW}, __at)` }
}

async function wider(job: Job) {
  const { engine, table, parameters, log } = job
  requireRows(table)
  const names = required(job, 'names_from')
  const values = required(job, 'values_from')
  const chosen = columnsNamed(table, parameters.id_columns, 'id_columns')
  const ids = chosen.length > 0 ? chosen : table.columns.filter((column) => column !== names && column !== values)
  const rows = await engine.rows<{ value: string | null }>(
    `SELECT ${sqlName(names.name)}::VARCHAR AS value FROM ${table.numbered} GROUP BY 1 ORDER BY min(${ROW}) LIMIT ${WRITTEN_COLUMNS_MAX + 1}`,
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
  const from = pivotSql(table, {
    ids,
    names: [names],
    cells: [{ column: values, sql: 'first' }],
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
  const [cell] = await engine.rows<{ n: number; first: number; second: number }>(
    `SELECT count(*) AS n, min(${ROW}) AS first, arg_min(${ROW}, ${ROW}, 2)[2] AS second FROM ${table.numbered} GROUP BY ${keys} HAVING count(*) > 1 ORDER BY n DESC, first LIMIT 1`,
  )
  if (!cell) return
  throw new StepError(
    `Rows ${count(cell.first)} and ${count(cell.second)} of ${table.name} have equal values in ${listed([...ids, names].map(({ name }) => name))}, so their \`${values.name}\` would share one cell. Add a column under “Columns that stay”, or use Pivot table to combine them.`,
    { parameter: { name: 'id_columns' } },
  )
}
