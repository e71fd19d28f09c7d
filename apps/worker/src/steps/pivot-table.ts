import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { TableColumn } from '@millrace/tables/table'
import { WRITTEN_COLUMNS_MAX } from '@millrace/tables/table-width'
import { StepError } from '@millrace/worker-sdk'
import { LEVELS, MONTHS } from '#sample/small-tables.ts'
import { columnsNamed, numberColumns } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { requireRows } from '#tables/read-table.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { textSql } from '#tables/value-text.ts'
import { pivotRows } from './reshape/pivot-in-parts.ts'

const MEASURES = { mean: 'avg', sum: 'sum', min: 'min', max: 'max', count: 'count', median: 'median' } as const
type Measure = keyof typeof MEASURES

const PARAMETERS = {
  rows: { ...COLUMNS, title: 'Rows', description: 'Each combination of their values becomes a row.' },
  columns: {
    ...COLUMNS,
    title: 'Columns',
    description: 'Each combination of their values becomes a column. Leave empty for one column per measure.',
  },
  values: {
    ...COLUMNS,
    title: 'Values',
    description: 'Numeric columns to combine. Leave empty to count rows.',
    'x-column-kind': 'number',
  },
  measures: {
    type: 'array',
    items: { type: 'string', enum: Object.keys(MEASURES) as Measure[] },
    title: 'Measures',
    default: ['mean'],
    minItems: 1,
    uniqueItems: true,
  },
} as const

type Job = TableJob<typeof PARAMETERS>

export const pivotTable = tableStep({
  functionName: 'pivot_table',
  version: '1.1.11',
  deterministic: true,
  title: 'Pivot table',
  shortDescription: 'Summarizes numbers by rows and columns, like the pivot table of a spreadsheet.',
  longDescription: `Each combination of values in “Rows” becomes a row, each in “Columns” a column, and the cells contain the mean, sum, count or
another measure of the values. Empty cells of the input are ignored.`,
  categories: ['Tables', 'Summarize'],
  tasks: [
    'pivot',
    'pivot table',
    'crosstab',
    'contingency table',
    'summarize by two columns',
    'mean per group',
    'count per category',
  ],
  icon: 'grid-3x3',
  parameters: PARAMETERS,
  output: { name: 'pivoted', title: 'Pivot table', suffix: '_pivot' },
  examples: [
    {
      title: 'Mean rainfall in March by station and year',
      parameters: { rows: ['station'], columns: ['year'], values: ['Mar'] },
      inputs: { table: [MONTHS] },
    },
    {
      title: 'Lowest and highest level per station',
      parameters: { rows: ['station'], values: ['level_cm'], measures: ['min', 'max'] },
      inputs: { table: [LEVELS] },
    },
  ],
  async make(job) {
    const { table, parameters, log } = job
    requireRows(table)
    const ids = columnsNamed(table, parameters.rows, 'rows')
    const names = columnsNamed(table, parameters.columns, 'columns').filter((column) => !ids.includes(column))
    if (ids.length + names.length === 0)
      throw new StepError('Choose at least one column under “Rows” or “Columns”.', { parameter: { name: 'rows' } })
    const cells = await cellsOf(job)
    const values = names.length > 0 ? await combinations(job, names, cells.length) : [[]]
    const labels = cells.map(({ label }) => label).filter((label) => label !== '')
    const made = plural(values.length * cells.length, 'column')
    log.info(labels.length > 0 ? `${made}: ${listed(labels)}.` : `${made}.`)
    return { from: await pivotRows(job, { ids, names, values, cells }) }
  },
})

async function cellsOf({ engine, table, parameters }: Job) {
  if (parameters.values.length === 0) return [{ column: undefined, sql: 'count', label: 'rows' }]
  const columns = await numberColumns(engine, table, { names: parameters.values, parameter: 'values' })
  const many = columns.length > 1
  return columns.flatMap((column) =>
    parameters.measures.map((measure) => {
      const shown = parameters.measures.length > 1 || parameters.columns.length === 0
      return {
        column,
        sql: MEASURES[measure],
        label: [many || shown ? column.name : '', shown ? measure : ''].join(' ').trim(),
      }
    }),
  )
}

async function combinations({ engine, table }: Job, names: readonly TableColumn[], measures: number) {
  const texts = names.map((column, at) => `${textSql(column)} AS c${at}`)
  const order = names.map(({ name }) => `min(${sqlName(name)})`).join(', ')
  const rows = await engine.rows<Record<string, string | null>>(
    `SELECT ${texts.join(', ')} FROM ${table.view} GROUP BY ${names.map((_, at) => at + 1).join(', ')} ORDER BY ${order} LIMIT ${WRITTEN_COLUMNS_MAX + 1}`,
  )
  if (rows.length * measures > WRITTEN_COLUMNS_MAX)
    throw new StepError(
      `${listed(names.map(({ name }) => name))} would make more than ${count(WRITTEN_COLUMNS_MAX)} columns. Move a column with many values to “Rows”.`,
      { parameter: { name: 'columns' } },
    )
  return rows.map((row) => names.map((_, at) => row[`c${at}`] ?? null))
}
