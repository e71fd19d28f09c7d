import type { Engine } from '@millrace/tables/engine'
import { count, listed } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { columnNamed, columnOfKind, numberColumns, seriesColumn } from '#tables/choose-columns.ts'
import { textSql } from '#tables/value-text.ts'
import type { PlotParameters } from './plot-parameters.ts'

export type ChartKind = Exclude<PlotParameters['chart'], 'auto'>

export interface Chart {
  kind: ChartKind
  x?: TableColumn
  y: TableColumn[]
  color?: TableColumn
  /** The column for the vertical axis of a heat map. */
  rows?: TableColumn
  right: TableColumn[]
  /** The values of the color column that are drawn. */
  groups: (string | null)[]
  groupsLeftOut: number
}

const GROUPS_MAX = 20
const MATRIX_COLUMNS = 4
const CATEGORIES_MAX = 60
/** Limits the memory of a query that groups a wide table. */
const COLUMNS_PER_QUERY = 100

/**
 * Chooses the kind of chart and the columns if the user did not choose them. The kind depends on the columns that the
 * user chose, and the other columns depend on the kind.
 */
export async function chooseChart(
  engine: Engine,
  table: Table,
  { log, ...parameters }: PlotParameters & Pick<StepContext<PlotParameters>, 'log'>,
): Promise<Chart> {
  const xNamed = parameters.x ? columnNamed(table, { name: parameters.x, parameter: 'x' }) : undefined
  const time = table.columns.find((column) => column.kind === 'time')
  const kind = parameters.chart === 'auto' ? autoKind(table, parameters, xNamed ?? time) : parameters.chart
  const numbersNamed = async (parameter: 'y' | 'right') =>
    parameters[parameter].length > 0
      ? await numberColumns(engine, table, { names: parameters[parameter], parameter })
      : []
  const right = kind === 'line' || kind === 'scatter' ? await numbersNamed('right') : []
  const yNamed = await numbersNamed('y')
  // In a histogram, values are on the X axis.
  const isAlongX = kind === 'histogram' && yNamed.length === 0 && xNamed?.kind === 'number'
  const named = isAlongX ? [xNamed] : yNamed
  const x = await xOf(engine, table, { kind, xNamed, time, y: named })
  const color = parameters.color
    ? columnNamed(table, { name: parameters.color, parameter: 'color' })
    : kind === 'line' && x
      ? await seriesColumn(engine, table, x, { setting: 'Color by', log })
      : undefined
  const left = named.length > 0 ? named : await yOf(engine, table, { kind, x, right, color })
  const y = [...new Set([...left, ...right])]
  const rows = kind === 'heatmap' ? await rowsOf(engine, table, { named: parameters.rows, x }) : undefined
  const groups = color ? await groupsOf(engine, table, color, Boolean(parameters.color)) : { shown: [null], leftOut: 0 }
  return { kind, x, y, right, rows, color, groups: groups.shown, groupsLeftOut: groups.leftOut }
}

function autoKind(table: Table, { y }: PlotParameters, x: TableColumn | undefined): ChartKind {
  if (x?.kind === 'time') return 'line'
  if (x?.kind === 'text' || x?.kind === 'boolean') return 'bar'
  const numbers = table.columns.filter((column) => column.kind === 'number')
  if (x?.kind === 'number' || (numbers.length >= 2 && y.length !== 1)) return 'scatter'
  return table.columns.some((column) => column.kind === 'text') ? 'bar' : 'histogram'
}

interface Settled {
  kind: ChartKind
  xNamed?: TableColumn
  time?: TableColumn
  y: readonly TableColumn[]
}

async function xOf(engine: Engine, table: Table, { kind, xNamed, time, y }: Settled): Promise<TableColumn | undefined> {
  if (kind === 'histogram' || kind === 'matrix') return undefined
  if (kind === 'heatmap') return xNamed ?? time ?? (await categoryColumn(engine, table)) ?? refuseX(table)
  if (kind === 'line') {
    if (xNamed?.kind === 'time' || xNamed?.kind === 'number') return xNamed
    if (xNamed) return columnOfKind(engine, table, { name: xNamed.name, parameter: 'x', kind: 'time' })
    return time ?? numberBeside(table, y) ?? refuseX(table)
  }
  if (kind === 'scatter') {
    if (xNamed?.kind === 'time') return xNamed
    if (xNamed) return columnOfKind(engine, table, { name: xNamed.name, parameter: 'x', kind: 'number' })
    return numberBeside(table, y) ?? time ?? refuseX(table)
  }
  return xNamed ?? (await categoryColumn(engine, table)) ?? (kind === 'bar' ? refuseX(table) : undefined)
}

function numberBeside(table: Table, y: readonly TableColumn[]): TableColumn | undefined {
  const numbers = table.columns.filter((column) => column.kind === 'number' && !y.includes(column))
  return numbers.length > (y.length > 0 ? 0 : 1) ? numbers[0] : undefined
}

function refuseX(table: Table): never {
  const names = table.columns.map((column) => column.name)
  throw new StepError(
    `${table.name} has no column for the X axis of this chart. Its columns are: ${listed(names)}. Choose another chart, such as a histogram.`,
  )
}

async function categoryColumn(engine: Engine, table: Table, besides?: TableColumn): Promise<TableColumn | undefined> {
  const texts = table.columns.filter(
    (column) => column !== besides && (column.kind === 'text' || column.kind === 'boolean'),
  )
  for (const column of texts) {
    const values = await distinctCount(engine, table, column)
    if (values >= 2 && values <= CATEGORIES_MAX) return column
  }
  return undefined
}

async function rowsOf(
  engine: Engine,
  table: Table,
  { named, x }: { named: string | null; x?: TableColumn },
): Promise<TableColumn> {
  if (named) return columnNamed(table, { name: named, parameter: 'rows' })
  const found = await categoryColumn(engine, table, x)
  if (found) return found
  throw new StepError(
    `${table.name} has no second column with few values for the rows of a heat map. Choose one under “Heat map rows”.`,
    { parameter: { name: 'rows' } },
  )
}

async function yOf(
  engine: Engine,
  table: Table,
  { kind, x, right, color }: Pick<Chart, 'kind' | 'x' | 'color'> & { right: readonly TableColumn[] },
): Promise<TableColumn[]> {
  const all = await numberColumns(engine, table, { names: [], parameter: 'y' })
  const numbers = all.filter((column) => column !== x && !right.includes(column))
  if (kind === 'matrix') return numbers.slice(0, MATRIX_COLUMNS)
  const candidates = countsLast(numbers)
  const first = kind === 'line' ? await varyingOrFirst(engine, table, { candidates, color }) : candidates[0]
  if (first) return kind === 'box' && !x ? numbers.slice(0, GROUPS_MAX) : [first]
  throw new StepError(`${table.name} has only one numeric column. Choose the chart “histogram” or another file.`)
}

/** Moves the column `rows`, the number of aggregated rows, to the end, because it is rarely the subject of a chart. */
function countsLast(numbers: TableColumn[]): TableColumn[] {
  return numbers.toSorted((a, b) => Number(a.name === 'rows') - Number(b.name === 'rows'))
}

/**
 * Returns the first column that varies within a series. Constant columns, such as the elevation of a station, would be
 * drawn as flat lines. If no column varies, returns the first one.
 */
async function varyingOrFirst(
  engine: Engine,
  table: Table,
  { candidates, color }: { candidates: TableColumn[]; color: TableColumn | undefined },
): Promise<TableColumn | undefined> {
  for (let at = 0; at < candidates.length && candidates.length > 1; at += COLUMNS_PER_QUERY) {
    const some = candidates.slice(at, at + COLUMNS_PER_QUERY)
    const varies = some.map(({ name }) => `min(${sqlName(name)}) < max(${sqlName(name)})`)
    const { found } = await engine.row<{ found: boolean[] }>(
      `SELECT [${some.map((_, index) => `coalesce(bool_or(varies[${index + 1}]), false)`).join(', ')}] AS found
        FROM (SELECT [${varies.join(', ')}] AS varies FROM ${table.view} ${color ? `GROUP BY ${sqlName(color.name)}` : ''})`,
    )
    const first = some.find((_, index) => found[index])
    if (first) return first
  }
  return candidates[0]
}

async function groupsOf(engine: Engine, table: Table, color: TableColumn, named: boolean) {
  const values = await distinctCount(engine, table, color)
  if (named && values > 1000) {
    throw new StepError(
      `Column \`${color.name}\` of ${table.name} has about ${count(values)} distinct values, too many for “Color by”. Choose a column with few values.`,
    )
  }
  const rows = await engine.rows<{ value: string | null }>(
    `SELECT ${textSql(color)} AS value FROM ${table.view} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${GROUPS_MAX}`,
  )
  const shown = rows
    .map((row) => row.value)
    .toSorted((a, b) => (a ?? '').localeCompare(b ?? '', 'en', { numeric: true }))
  return { shown, leftOut: Math.max(0, values - shown.length) }
}

async function distinctCount(engine: Engine, table: Table, column: TableColumn): Promise<number> {
  const found = await engine.row<{ n: number }>(
    `SELECT approx_count_distinct(${sqlName(column.name)}) AS n FROM ${table.view}`,
  )
  return found.n
}
