import { writeFile } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import { plural } from '@millrace/tables/sentences'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { shownNumber } from '#report/html-report.ts'
import { CALIBRATION, LEVELS, MONTHS } from '#sample/small-tables.ts'
import { twoSidedP } from '#statistics/student-t.ts'
import { numberColumns } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { tableStep } from '#tables/table-step.ts'
import { axisTitle } from './plot/axis-title.ts'

const COLUMNS_MAX = 50
const PLOTLY_MEDIA = 'application/vnd.plotly.v1+json'

/** Computes the correlation of each pair of number columns. */
export const correlateColumns = tableStep({
  functionName: 'correlate_columns',
  version: '1.1.0',
  deterministic: true,
  title: 'Correlate columns',
  shortDescription: 'Computes correlations between numeric columns, as a table and a heat map.',
  longDescription: `For each pair of columns: the correlation coefficient from -1 to 1, the number of rows with both values, and the p-value, the
probability of so strong a correlation between unrelated columns with normally distributed values.

Pearson measures linear relations. Spearman uses ranks, so it also finds curved ones and resists outliers; ranks are those
among all values of a column.`,
  categories: ['Tables', 'Statistics', 'Plots'],
  tasks: [
    'correlation',
    'correlate',
    'Pearson',
    'Spearman',
    'correlation matrix',
    'relation between columns',
    'heat map',
  ],
  icon: 'chart-scatter',
  showFirst: ['plot', 'correlations'],
  parameters: {
    columns: {
      ...COLUMNS,
      description: `Numeric columns, up to ${COLUMNS_MAX}. Leave empty for all.`,
      'x-column-kind': 'number',
    },
    method: { type: 'string', title: 'Method', enum: ['pearson', 'spearman'], default: 'pearson' },
  },
  output: { name: 'correlations', title: 'Correlations', description: 'One row per pair.', suffix: '_correlations' },
  further: [{ name: 'plot', title: 'Interactive chart', mediaType: PLOTLY_MEDIA }],
  figures: {
    strongest: { type: 'string', title: 'Strongest pair' },
    coefficient: { type: 'number', title: 'Its correlation' },
  },
  examples: [
    { title: 'Level and discharge', inputs: { table: [LEVELS] } },
    { title: 'Rainfall of four months by rank', parameters: { method: 'spearman' }, inputs: { table: [MONTHS] } },
    { title: 'Reading and reference', inputs: { table: [CALIBRATION] } },
  ],
  async make({ engine, table, parameters, context, log }) {
    const columns = await numberColumns(engine, table, { names: parameters.columns, parameter: 'columns' })
    requirePairs(table, columns)
    const pairs = await correlated(engine, table, columns, parameters.method)
    const path = context.output('plot', { suffix: '_correlations.plotly.json', mediaType: PLOTLY_MEDIA })
    await writeFile(path, JSON.stringify(heatMap(columns, pairs, parameters.method)))
    const known = pairs.filter((pair) => pair.r !== null)
    const [strongest] = known.toSorted((a, b) => Math.abs(b.r ?? 0) - Math.abs(a.r ?? 0))
    log.info(`Computed ${plural(known.length, 'correlation')} of ${plural(columns.length, 'column')}.`)
    if (strongest) log.info(`Strongest: ${strongest.a} and ${strongest.b}, ${shownNumber(strongest.r ?? 0)}.`)
    if (known.length < pairs.length)
      log.warn(
        `${plural(pairs.length - known.length, 'pair')} without a correlation, because a column is constant or they share fewer than three rows.`,
      )
    const figures = strongest ? { strongest: `${strongest.a}, ${strongest.b}`, coefficient: strongest.r } : {}
    return { from: pairsSql(pairs), figures }
  },
})

interface Pair {
  a: string
  b: string
  r: number | null
  n: number
}

function requirePairs(table: Table, columns: readonly TableColumn[]): void {
  if (columns.length >= 2 && columns.length <= COLUMNS_MAX) return
  const few = columns.length < 2
  throw new StepError(
    few
      ? `Correlation needs at least two numeric columns. Choose more columns of ${table.name}, or another file.`
      : `${table.name} has ${columns.length} numeric columns; up to ${COLUMNS_MAX} can be correlated at once. Choose the ones you need.`,
    { parameter: { name: 'columns' } },
  )
}

/** Tables without extreme values, which are nearly all, are correlated in less than half the time if none are looked for. */
async function correlated(
  engine: Engine,
  table: Table,
  columns: readonly TableColumn[],
  method: string,
): Promise<Pair[]> {
  if (method === 'pearson') {
    const values = columns.map(({ name }, at) => `${sqlName(name)}::DOUBLE AS c${at}`).join(', ')
    const pairs = await pairsOf(engine, `(SELECT ${values} FROM ${table.view})`, columns).catch(ifOutOfRange)
    if (pairs?.every(({ r, n }) => r !== null || n < 3)) return pairs
  }
  return pairsOf(engine, await valuesOf(engine, table, columns, method), columns)
}

function ifOutOfRange(error: unknown): undefined {
  if (error instanceof Error && /out of range/i.test(error.message)) return undefined
  throw error
}

/** Squares of larger values are out of range. */
function finite({ name }: TableColumn): string {
  return `CASE WHEN abs(${sqlName(name)}::DOUBLE) < 1e150 THEN ${sqlName(name)}::DOUBLE END`
}

/** The relation with the values, or with their ranks; equal values share the mean of their ranks. */
async function valuesOf(
  engine: Engine,
  table: Table,
  columns: readonly TableColumn[],
  method: string,
): Promise<string> {
  const values = columns.map((column, at) => `${finite(column)} AS c${at}`).join(', ')
  if (method === 'pearson') return `(SELECT ${values} FROM ${table.view})`
  for (const [at, column] of columns.entries()) {
    const ranked = `SELECT r, v, rank() OVER (ORDER BY v) + (count(*) OVER (PARTITION BY v) - 1) / 2 AS rank FROM (SELECT ${ROW} AS r, ${finite(column)} AS v FROM ${table.numbered}) WHERE v IS NOT NULL`
    await engine.keep(`ranks_${at}`, `SELECT r, rank::DOUBLE AS c${at} FROM (${ranked})`, { columns: 2 })
  }
  const joined = columns.map((_, at) => `LEFT JOIN ranks_${at} ON ranks_${at}.r = t.${ROW}`).join(' ')
  return `(SELECT ${columns.map((_, at) => `c${at}`).join(', ')} FROM ${table.numbered} t ${joined})`
}

async function pairsOf(engine: Engine, from: string, columns: readonly TableColumn[]): Promise<Pair[]> {
  const places = columns.flatMap((_, i) => columns.slice(i + 1).map((_other, j) => [i, i + 1 + j] as const))
  const sums = places.flatMap(([i, j]) => [`corr(c${i}, c${j})`, `regr_count(c${i}, c${j})::DOUBLE`])
  const { figures } = await engine.row<{ figures: (number | null)[] }>(
    `SELECT [${sums.join(', ')}] AS figures FROM ${from}`,
  )
  return places.map(([i, j], at) => {
    const [r, n] = [figures[2 * at] ?? null, figures[2 * at + 1] ?? 0]
    const isKnown = r !== null && Number.isFinite(r) && n >= 3
    return { a: columns[i]?.name ?? '', b: columns[j]?.name ?? '', r: isKnown ? Math.max(-1, Math.min(1, r)) : null, n }
  })
}

function pairsSql(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ a, b, r, n }) => {
    const t = r === null ? 0 : Math.abs(r) * Math.sqrt((n - 2) / Math.max(Number.MIN_VALUE, 1 - r * r))
    const p = r === null ? 'NULL::DOUBLE' : sqlDouble(twoSidedP(t, n - 2))
    return `(${sqlText(a)}, ${sqlText(b)}, ${r === null ? 'NULL::DOUBLE' : sqlDouble(r)}, ${n}, ${p})`
  })
  return `(SELECT * FROM (VALUES ${rows.join(', ')}) AS t("column", "other column", correlation, "rows", p_value) ORDER BY abs(correlation) DESC NULLS LAST)`
}

function heatMap(columns: readonly TableColumn[], pairs: readonly Pair[], method: string): object {
  const names = columns.map((column) => axisTitle(column))
  const found = new Map(pairs.flatMap(({ a, b, r }) => [[`${a}\0${b}`, r] as const, [`${b}\0${a}`, r] as const]))
  const value = (a: TableColumn, b: TableColumn) => (a === b ? 1 : (found.get(`${a.name}\0${b.name}`) ?? null))
  const z = columns.map((row) => columns.map((column) => value(row, column)))
  const texttemplate = columns.length <= 12 ? '%{z:.2f}' : undefined
  const data = [
    { type: 'heatmap', x: names, y: names, z, zmin: -1, zmax: 1, colorscale: 'RdBu', reversescale: true, texttemplate },
  ]
  const layout = {
    title: { text: `Correlation (${method === 'pearson' ? 'Pearson' : 'Spearman'})` },
    xaxis: { title: { text: '' }, type: 'category' },
    yaxis: { title: { text: '' }, type: 'category', autorange: 'reversed' },
    showlegend: false,
  }
  return { data, layout }
}
