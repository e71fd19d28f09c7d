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
  version: '1.1.3',
  deterministic: true,
  title: 'Correlate columns',
  shortDescription: 'Computes correlations between numeric columns, as a table and a heat map.',
  longDescription: `For each pair of columns: the correlation coefficient from -1 to 1, the number of rows with both values, and the p-value, the
probability of so strong a correlation between unrelated columns with normally distributed values.

Pearson measures linear relations. Spearman uses ranks, so it also finds curved ones and resists outliers.`,
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
  showFirst: ['plot', 'strongest', 'correlations'],
  parameters: {
    columns: {
      ...COLUMNS,
      description: `Numeric columns, up to ${COLUMNS_MAX}. Leave empty for all.`,
      'x-column-kind': 'number',
    },
    method: { type: 'string', title: 'Method', enum: ['pearson', 'spearman'], default: 'pearson' },
  },
  output: { name: 'correlations', title: 'Correlations', description: 'One row per pair.', suffix: '_correlations' },
  further: [{ name: 'plot', title: 'Figure', mediaType: PLOTLY_MEDIA }],
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
  if (method === 'spearman') return rankedPairs(engine, table, columns)
  const values = columns.map(({ name }, at) => `${sqlName(name)}::DOUBLE AS c${at}`).join(', ')
  const pairs = await pairsOf(engine, `(SELECT ${values} FROM ${table.view})`, columns).catch(ifOutOfRange)
  if (pairs?.every(({ r, n }) => r !== null || n < 3)) return pairs
  return pairsOf(engine, valuesOf(table, columns), columns)
}

function ifOutOfRange(error: unknown): undefined {
  if (error instanceof Error && /out of range/i.test(error.message)) return undefined
  throw error
}

/** Squares of larger values are out of range. */
function finite({ name }: TableColumn): string {
  return `CASE WHEN abs(${sqlName(name)}::DOUBLE) < 1e150 THEN ${sqlName(name)}::DOUBLE END`
}

/** The columns with extreme values left out. */
function valuesOf(table: Table, columns: readonly TableColumn[]): string {
  return `(SELECT ${columns.map((column, at) => `${finite(column)} AS c${at}`).join(', ')} FROM ${table.view})`
}

/**
 * A pair is ranked over the rows that have both values. Where a column has no other rows, those are its ranks over all
 * its rows, which are computed once for all pairs.
 */
async function rankedPairs(engine: Engine, table: Table, columns: readonly TableColumn[]): Promise<Pair[]> {
  for (const [at, column] of columns.entries())
    await engine.keep(`ranks_${at}`, ranksSql(table, column, `c${at}`), { columns: 2 })
  const joined = columns.map((_, at) => `LEFT JOIN ranks_${at} ON ranks_${at}.r = t.${ROW}`).join(' ')
  const from = `(SELECT ${columns.map((_, at) => `c${at}`).join(', ')} FROM ${table.numbered} t ${joined})`
  const pairs = await pairsOf(engine, from, columns)
  const { counts } = await engine.row<{ counts: number[] }>(
    `SELECT [${columns.map((_, at) => `count(c${at})::DOUBLE`).join(', ')}] AS counts FROM ${from}`,
  )
  for (const pair of pairs) {
    const [a, b] = [pair.a, pair.b].map((name) => columns.findIndex((column) => column.name === name))
    const isShared = (at: number | undefined) => counts[at ?? 0] === pair.n
    if (pair.n >= 3 && !(isShared(a) && isShared(b)))
      pair.r = await rankedPair(engine, table, columns[a ?? 0], columns[b ?? 0])
  }
  return pairs
}

async function rankedPair(engine: Engine, table: Table, a?: TableColumn, b?: TableColumn): Promise<number | null> {
  if (!a || !b) return null
  await engine.keep('pair_a', ranksSql(table, a, 'c0', b), { columns: 2 })
  await engine.keep('pair_b', ranksSql(table, b, 'c1', a), { columns: 2 })
  const [pair] = await pairsOf(engine, '(SELECT c0, c1 FROM pair_a JOIN pair_b USING (r))', [a, b])
  return pair?.r ?? null
}

/** The ranks of the values, over the rows that also have one in the `other` column. Equal values share the mean of their ranks. */
function ranksSql({ numbered }: Table, column: TableColumn, name: string, other?: TableColumn): string {
  const rows = other ? `WHERE ${finite(other)} IS NOT NULL` : ''
  const values = `(SELECT ${ROW} AS r, ${finite(column)} AS v FROM ${numbered} ${rows})`
  const rank = 'rank() OVER (ORDER BY v) + (count(*) OVER (PARTITION BY v) - 1) / 2'
  return `SELECT r, rank::DOUBLE AS ${name} FROM (SELECT r, ${rank} AS rank FROM ${values} WHERE v IS NOT NULL)`
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
