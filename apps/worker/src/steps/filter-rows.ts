import { COMPARISONS } from '@millrace/tables/conditions'
import type { Engine } from '@millrace/tables/engine'
import { plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, sqlNames, type Table, type TableColumn } from '@millrace/tables/table'
import { LEVELS } from '#sample/small-tables.ts'
import { columnNamed, columnsNamed } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { mainlyNumbers } from '#tables/numbers-in-text.ts'
import { type TableJob, tableStep } from '#tables/table-step.ts'
import { conditionSql } from './filter/condition-sql.ts'

const PARAMETERS = {
  conditions: {
    type: 'array',
    title: 'Conditions',
    description:
      'A date without a time of day means the whole day. Separate several values with commas, and two limits with “and”. Put a value that contains a comma in double quotes. Empty cells meet only “is empty” and “differs”.',
    items: {
      type: 'object',
      properties: {
        column: { type: 'string', title: 'Column', 'x-column-of': 'table', 'x-column-kind': 'any' },
        is: { type: 'string', title: 'Comparison', enum: COMPARISONS, default: 'equals' },
        value: { type: ['string', 'null'], title: 'Value', maxLength: 10_000 },
      },
      required: ['column', 'is'],
    },
    maxItems: 50,
    default: [],
    'x-group': 'Rows',
  },
  match: {
    type: 'string',
    title: 'Rows must meet',
    enum: ['all', 'any'],
    default: 'all',
    'x-enum-titles': { all: 'All conditions', any: 'Any condition' },
    'x-group': 'Rows',
  },
  matching_rows: {
    type: 'string',
    title: 'Matching rows are',
    enum: ['kept', 'dropped'],
    default: 'kept',
    'x-group': 'Rows',
  },
  ignore_case: {
    type: 'boolean',
    title: 'Ignore case',
    description: 'Köln also matches KÖLN.',
    default: false,
    'x-group': 'Rows',
  },
  columns: {
    ...COLUMNS,
    title: 'Columns to keep',
    description: 'In this order. Leave empty for all.',
    'x-group': 'Columns',
  },
  sort_by: { ...COLUMN, title: 'Sort by', description: 'Leave empty for the order of the file.', 'x-group': 'Order' },
  descending: { type: 'boolean', title: 'Largest first', default: false, 'x-group': 'Order' },
  first_rows: {
    type: ['integer', 'null'],
    title: 'Maximum rows',
    description: 'Keeps the first rows of the result. Leave empty for all.',
    minimum: 1,
    'x-group': 'Order',
  },
} as const

export const filterRows = tableStep({
  functionName: 'filter_rows',
  version: '1.2.11',
  title: 'Filter rows and columns',
  shortDescription: 'Keeps or drops rows by conditions on their values, and keeps the columns you choose.',
  longDescription: `Keeps the rows that meet all or any of the conditions, for example level_cm more than 400 or station one of Kaub, Köln.
Then keeps the chosen columns, and optionally sorts the result and limits its rows.

In a column of text, “more than 5” compares the cells that are numbers; a cell such as “<0.5” doesn’t meet it. The log counts
such cells, and says how many rows met each condition and how many were kept and dropped.`,
  categories: ['Tables', 'Select'],
  tasks: [
    'filter',
    'select rows',
    'drop columns',
    'delete columns',
    'subset',
    'sort',
    'remove rows',
    'where',
    'top 10',
    'date range',
  ],
  icon: 'filter',
  parameters: PARAMETERS,
  keepsValues: true,
  output: { name: 'filtered', title: 'Filtered table', description: 'The rows that were kept.', suffix: '_filtered' },
  figures: {
    rowsRead: { type: 'integer', title: 'Rows read' },
    rowsDropped: { type: 'integer', title: 'Rows dropped' },
  },
  examples: [
    {
      title: 'Levels above 400 cm',
      parameters: { conditions: [{ column: 'level_cm', is: 'more than', value: '400' }] },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'The ten highest levels of two gauges',
      description: 'Keeps three columns, sorted by level.',
      parameters: {
        conditions: [{ column: 'station', is: 'one of', value: 'Kaub, Köln' }],
        columns: ['date', 'station', 'level_cm'],
        sort_by: 'level_cm',
        descending: true,
        first_rows: 10,
      },
      inputs: { table: [LEVELS] },
    },
  ],
  async make(job) {
    const { engine, table, parameters, log } = job
    const { conditions } = parameters
    const sqls: string[] = []
    for (const condition of conditions)
      sqls.push(
        await conditionSql(engine, table, {
          condition,
          ignoreCase: parameters.ignore_case,
          parameter: 'conditions',
          log,
        }),
      )
    const kept = keptSql(sqls, parameters)
    // A single condition needs no count, because the numbers of kept and dropped rows are logged anyway.
    const counts = sqls.length > 1 ? await countsOf(engine, table, sqls) : []
    for (const [at, { column, is, value }] of conditions.entries())
      if (counts.length > 0) log.info(`${column} ${is}${value ? ` ${value}` : ''}: ${plural(counts[at] ?? 0, 'row')}.`)
    const sort = parameters.sort_by ? columnNamed(table, { name: parameters.sort_by, parameter: 'sort_by' }) : undefined
    if (sort) await warnOfTextOrder(engine, table, { sort, log })
    const figures = (rows: number) => {
      log.info(
        `Kept ${plural(rows, 'row')} of ${plural(table.rows, 'row')}; ${plural(table.rows - rows, 'row')} dropped.`,
      )
      return { rowsRead: table.rows, rowsDropped: table.rows - rows }
    }
    return { from: resultSql(job, { kept, sort }), figures }
  },
})

async function warnOfTextOrder(
  engine: Engine,
  table: Table,
  { sort, log }: { sort: TableColumn; log: TableJob<typeof PARAMETERS>['log'] },
): Promise<void> {
  const numbers = await mainlyNumbers(engine, table, sort)
  if (numbers?.areTimes) {
    // If all hours have the same number of digits, sorting times as text gives the right order.
    const hours = `strpos(trim(${sqlName(sort.name)}), ':')`
    const { differ } = await engine.row<{ differ: boolean | null }>(
      `SELECT min(${hours}) <> max(${hours}) AS differ FROM ${table.view}`,
    )
    if (differ) log.warn(`\`${sort.name}\` has times as text, so it was sorted as text: 10:00 before 9:00.`)
  } else if (numbers) log.warn(`\`${sort.name}\` has text among its numbers, so it was sorted as text: 10 before 9.`)
}

function keptSql(sqls: readonly string[], { match, matching_rows }: { match: string; matching_rows: string }): string {
  if (sqls.length === 0) return 'true'
  const met = sqls.map((sql) => `coalesce(${sql}, false)`).join(match === 'all' ? ' AND ' : ' OR ')
  return matching_rows === 'kept' ? `(${met})` : `NOT (${met})`
}

async function countsOf(engine: Engine, table: Table, sqls: readonly string[]): Promise<number[]> {
  const { counts } = await engine.row<{ counts: (number | bigint)[] }>(
    `SELECT [${sqls.map((sql) => `count(*) FILTER (WHERE ${sql})`).join(', ')}] AS counts FROM ${table.view}`,
  )
  return counts.map(Number)
}

function resultSql(
  { table, parameters }: TableJob<typeof PARAMETERS>,
  { kept, sort }: { kept: string; sort: TableColumn | undefined },
): string {
  const named = columnsNamed(table, parameters.columns, 'columns')
  const columns = named.length > 0 ? named : table.columns
  const direction = parameters.descending ? 'DESC' : 'ASC'
  // Rows with equal values keep the order of the file.
  const order = sort ? `ORDER BY ${sqlName(sort.name)} ${direction} NULLS LAST, ${ROW}` : ''
  const limit = parameters.first_rows === null ? '' : `LIMIT ${parameters.first_rows}`
  return `(SELECT ${sqlNames(columns)} FROM ${table.numbered} WHERE ${kept} ${order} ${limit})`
}
