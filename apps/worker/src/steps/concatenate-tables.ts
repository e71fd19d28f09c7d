import { distinctNames } from '@millrace/tables/dialect'
import type { Engine } from '@millrace/tables/engine'
import { listed, plural, quoted } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { FEBRUARY, JANUARY, LEVELS } from '#sample/small-tables.ts'
import { columnKeys } from '#tables/choose-columns.ts'
import { keyOf } from '#tables/date-orders.ts'
import { wouldLoseDigits } from '#tables/large-integers.ts'
import { type TableJob, tableSlot, tableStep } from '#tables/table-step.ts'
import { warnOfMissingOffsets } from '#tables/time-zone.ts'
import { textSql } from '#tables/value-text.ts'

const PARAMETERS = {
  columns: {
    type: 'string',
    title: 'Columns',
    description:
      'Columns are matched by name, ignoring case. If a file lacks a column, that column is empty in that file’s rows.',
    enum: ['all', 'common', 'equal'],
    default: 'all',
    'x-enum-titles': { all: 'All columns', common: 'Only common columns', equal: 'Must be equal' },
  },
  source_column: {
    type: ['string', 'null'],
    title: 'Column for the file name',
    description: 'Adds a column with the name of the file that each row came from. Leave empty for none.',
    maxLength: 200,
    default: 'file',
  },
} as const

export const concatenateTables = tableStep({
  functionName: 'concatenate_tables',
  version: '1.1.16',
  deterministic: true,
  title: 'Concatenate tables',
  shortDescription: 'Appends the rows of many files into one table, matching columns by name.',
  longDescription: `Combines any number of tables with similar columns, such as one file per month, into one. Files can have different formats.
If a column has numbers in one file and text in another, it becomes text; the log lists such columns, and columns that only
some files have.`,
  categories: ['Tables', 'Combine'],
  tasks: [
    'concatenate',
    'append',
    'stack',
    'union',
    'combine files',
    'merge files',
    'one file per month',
    'rows below each other',
  ],
  icon: 'rows',
  parameters: PARAMETERS,
  inputs: [tableSlot({ name: 'tables', title: 'Tables', description: 'The tables, in this order.', max: null })],
  keepsValues: true,
  combines: true,
  output: { name: 'combined', title: 'Combined table', description: 'The rows of all files.', suffix: '_combined' },
  figures: { files: { type: 'integer', title: 'Files' } },
  examples: [
    {
      title: 'Combine two months',
      description: 'February has a column that January lacks.',
      inputs: { tables: [JANUARY, FEBRUARY] },
    },
    {
      title: 'Keep only the columns that all files have',
      parameters: { columns: 'common', source_column: 'month' },
      inputs: { tables: [JANUARY, FEBRUARY, LEVELS] },
    },
  ],
  async make(job) {
    const { tables, parameters, log } = job
    const columns = await withAllDigits(job, await withoutEmptyTexts(job, columnsOf(job)))
    for (const column of columns) warnOfMissingOffsets(column.name, withTables(tables, column), log)
    const source = sourceName(parameters.source_column, columns)
    const parts = tables.map((table, at) => partSql(table, at, { columns, source }))
    const from = togetherSql(tables, { columns, source }) ?? `(${parts.join(' UNION ALL ')})`
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    log.info(`Combined ${plural(rows, 'row')} of ${plural(tables.length, 'file')}.`)
    return { from, figures: { files: tables.length } }
  },
})

type Job = TableJob<typeof PARAMETERS>

interface Combined {
  name: string
  /** The column in each table. Undefined for a table without this column. */
  own: (TableColumn | undefined)[]
  /** True if the values are combined as text, because they differ in kind or would otherwise lose digits. */
  asText: boolean
}

function columnsOf({ tables, parameters, log }: Job): Combined[] {
  const keys = columnKeys(tables)
  const byTable = tables.map((table, at) => {
    return new Map(table.columns.map((column, place) => [keys[at]?.[place] ?? '', column]))
  })
  const order = [...new Set(keys.flat())]
  const firstNames = order.map((key) => byTable.flatMap((columns) => columns.get(key)?.name ?? [])[0] ?? key)
  const areDistinct = new Set(firstNames.map(keyOf)).size === firstNames.length
  const free = areDistinct ? firstNames : distinctNames(firstNames)
  const names = new Map(free.map((name, at) => [order[at] ?? '', name]))
  const all = order.map((key): Combined => {
    const own = byTable.map((columns) => columns.get(key))
    const kinds = new Set(own.flatMap((column) => (column ? [column.kind] : [])))
    return { name: names.get(key) ?? key, own, asText: kinds.size > 1 }
  })
  const partial = all.filter(({ own }) => own.includes(undefined))
  if (partial.length > 0 && parameters.columns === 'equal') refuseUnequal(tables, partial)
  const kept = parameters.columns === 'common' ? all.filter((column) => !partial.includes(column)) : all
  if (kept.length === 0)
    throw new StepError('The files have no column in common. Set “Columns” to all columns.', {
      parameter: { name: 'columns' },
    })
  if (partial.length > 0) log.warn(`Not in all files: ${listed(partial.map(({ name }) => name))}.`)
  return kept
}

/** A column without values is read as text, but must not turn the same column of other files into text. */
async function withoutEmptyTexts({ engine, tables, log }: Job, columns: readonly Combined[]): Promise<Combined[]> {
  const judged: Combined[] = []
  for (const column of columns) judged.push(column.asText ? await withoutEmpty(engine, tables, column) : column)
  const mixed = judged.filter(({ asText }) => asText).map(({ name }) => name)
  if (mixed.length > 0)
    log.warn(`Combined as text, because the files have different kinds of values: ${listed(mixed)}.`)
  return judged
}

async function withoutEmpty(engine: Engine, tables: readonly Table[], column: Combined): Promise<Combined> {
  const own: Combined['own'] = []
  for (const [at, table] of tables.entries()) {
    const one = column.own[at]
    own.push(one?.kind === 'text' && (await isEmpty(engine, table, one)) ? undefined : one)
  }
  const kinds = new Set(own.flatMap((one) => (one ? [one.kind] : [])))
  return kinds.size > 1 ? column : { ...column, own, asText: false }
}

async function isEmpty(engine: Engine, { view }: Table, { name }: TableColumn): Promise<boolean> {
  const filled = `SELECT 1 AS filled FROM ${view} WHERE trim(${sqlName(name)}::VARCHAR) <> '' LIMIT 1`
  return (await engine.rows(filled)).length === 0
}

function withTables(tables: readonly Table[], { own }: Combined): { table: Table; column: TableColumn }[] {
  return tables.flatMap((table, at) => (own[at] ? [{ table, column: own[at] }] : []))
}

async function withAllDigits({ engine, tables, log }: Job, columns: readonly Combined[]): Promise<Combined[]> {
  const judged: Combined[] = []
  for (const column of columns) {
    const own = withTables(tables, column)
    judged.push(!column.asText && (await wouldLoseDigits(engine, own)) ? { ...column, asText: true } : column)
  }
  const changed = judged.filter((column, at) => column !== columns[at]).map(({ name }) => name)
  if (changed.length > 0)
    log.warn(
      `Combined as text, because large whole numbers would lose digits if combined with fractions: ${listed(changed)}.`,
    )
  return judged
}

function refuseUnequal(tables: readonly Table[], partial: readonly Combined[]): never {
  const [first] = partial
  const without = tables.filter((_, at) => first?.own[at] === undefined).map(({ name }) => name)
  throw new StepError(
    `The files have different columns: ${listed(without)} ${without.length === 1 ? 'has' : 'have'} no column ${quoted(first?.name ?? '')}. Correct the files, or set “Columns” to all columns.`,
    { parameter: { name: 'columns' } },
  )
}

function sourceName(wanted: string | null, columns: readonly Combined[]): string | undefined {
  if (!wanted?.trim()) return undefined
  const names = columns.map(({ name }) => name)
  return distinctNames([wanted], names)[0]
}

interface Layout {
  columns: readonly Combined[]
  /** Name of the added column that contains the file name of each row. */
  source: string | undefined
}

/**
 * Returns SQL that reads several Parquet files as one table. Undefined unless all tables are Parquet files with the
 * same columns. A union would instead copy the file name for each row, which takes as long as all other columns
 * together.
 */
function togetherSql(tables: readonly Table[], { columns, source }: Layout): string | undefined {
  const files = tables.flatMap(({ parquet }) => parquet ?? [])
  const isNameTaken = tables.some((table) => table.columns.some(({ name }) => keyOf(name) === 'file_index'))
  if (files.length < tables.length || isNameTaken) return undefined
  const [first] = files
  const values: string[] = []
  for (const { name, own } of columns) {
    const [one] = own
    const sql = one && first?.values.get(one.name)
    const isSame = own.every(
      (column, at) => column?.type === one?.type && files[at]?.values.get(column?.name ?? '') === sql,
    )
    if (sql === undefined || !isSame) return undefined
    values.push(`${sql} AS ${sqlName(name)}`)
  }
  const names = tables.map(({ name }) => sqlText(name)).join(', ')
  if (source) values.unshift(`[${names}][(file_index + 1)::BIGINT] AS ${sqlName(source)}`)
  return `(SELECT ${values.join(', ')} FROM read_parquet([${files.map(({ path }) => sqlText(path)).join(', ')}]))`
}

function partSql({ name: file, view }: Table, at: number, { columns, source }: Layout): string {
  const values = columns.map(({ name, own, asText }) => {
    const column = own[at]
    if (!column) return `NULL AS ${sqlName(name)}`
    return `${asText ? textSql(column) : sqlName(column.name)} AS ${sqlName(name)}`
  })
  const first = source ? [`${sqlText(file)} AS ${sqlName(source)}`] : []
  return `SELECT ${[...first, ...values].join(', ')} FROM ${view}`
}
