import { writeFile } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import { plural } from '@millrace/tables/sentences'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { shownNumber } from '#report/html-report.ts'
import { CALIBRATION, LEVELS, MONTHS } from '#sample/small-tables.ts'
import { twoSidedP } from '#statistics/student-t.ts'
import { numberColumns } from '#tables/choose-columns.ts'
import { COLUMNS } from '#tables/column-parameters.ts'
import { warnOfMissingNumbers } from '#tables/missing-numbers.ts'
import { tableStep } from '#tables/table-step.ts'
import { axisTitle } from './plot/axis-title.ts'

const COLUMNS_MAX = 50
const PLOTLY_MEDIA = 'application/vnd.plotly.v1+json'

export const correlateColumns = tableStep({
  functionName: 'correlate_columns',
  version: '1.1.13',
  deterministic: true,
  title: 'Correlate columns',
  shortDescription: 'Computes correlations between numeric columns, as a table and a heat map.',
  longDescription: `For each pair of columns: the correlation coefficient from -1 to 1, the number of rows with both values, and the p-value, the
probability of so strong a correlation between unrelated columns with normally distributed values.

Pearson measures linear relationships. Spearman uses ranks, so it also finds curved relationships that only rise or only
fall, and is less sensitive to outliers.`,
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
    await warnOfMissingNumbers(engine, table, { columns, log })
    const progress = (share: number) => context.progress(0.5 + share / 2)
    const pairs = await correlated(engine, table, columns, { method: parameters.method, progress, log })
    const path = context.output('plot', { suffix: '_correlations.plotly.json', mediaType: PLOTLY_MEDIA })
    await writeFile(path, JSON.stringify(heatMap(columns, pairs, parameters.method)))
    const known = pairs.filter((pair) => pair.r !== null)
    const [strongest] = known.toSorted((a, b) => Math.abs(b.r ?? 0) - Math.abs(a.r ?? 0))
    log.info(`Computed ${plural(known.length, 'correlation')} of ${plural(columns.length, 'column')}.`)
    if (strongest) log.info(`Strongest: ${strongest.a} and ${strongest.b}, ${shownNumber(strongest.r ?? 0)}.`)
    const unknown = pairs.length - known.length
    if (unknown > 0)
      log.warn(
        `${plural(unknown, 'pair')} ${unknown === 1 ? 'has' : 'have'} no correlation, because a column is constant or the two share fewer than three rows.`,
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
      : `${table.name} has ${columns.length} numeric columns; up to ${COLUMNS_MAX} can be correlated at a time. Choose the ones you need.`,
    { parameter: { name: 'columns' } },
  )
}

interface Correlating {
  method: string
  progress: (share: number) => void
  log: StepContext<object>['log']
}

/**
 * Returns the correlation of each pair of columns. Scales the columns only if the first attempt fails, because extreme
 * values are rare and searching for them would more than double the time.
 */
async function correlated(
  engine: Engine,
  table: Table,
  columns: readonly TableColumn[],
  { method, progress, log }: Correlating,
): Promise<Pair[]> {
  if (method === 'spearman') return rankedPairs(engine, table, columns, { progress, log })
  const values = columns.map(({ name }, at) => `${sqlName(name)}::DOUBLE AS c${at}`).join(', ')
  const pairs = await pairsOf(engine, `(SELECT ${values} FROM ${table.view})`, columns).catch(ifOutOfRange)
  if (pairs?.every(({ r, n }) => r !== null || n < 3)) return pairs
  return pairsOf(engine, await scaledValues(engine, table, columns, log), columns)
}

function ifOutOfRange(error: unknown): undefined {
  if (error instanceof Error && /out of range/i.test(error.message)) return undefined
  throw error
}

function finite({ name }: TableColumn): string {
  return `CASE WHEN isfinite(${sqlName(name)}::DOUBLE) THEN ${sqlName(name)}::DOUBLE END`
}

/**
 * Returns a relation in which each column is divided by a power of two, which does not change correlations. Without
 * scaling, the squares of values beyond 1e±150 would be out of range. Infinite values are left out, with a warning.
 */
async function scaledValues(
  engine: Engine,
  table: Table,
  columns: readonly TableColumn[],
  log: StepContext<object>['log'],
): Promise<string> {
  const facts = columns.map(
    (column) =>
      `{'largest': max(abs(${finite(column)})), 'infinite': count(*) FILTER (WHERE isinf(${sqlName(column.name)}::DOUBLE))::DOUBLE}`,
  )
  const { found } = await engine.row<{ found: { largest: number | null; infinite: number }[] }>(
    `SELECT [${facts.join(', ')}] AS found FROM ${table.view}`,
  )
  for (const [at, { infinite }] of found.entries()) warnOfInfinite(log, columns[at], infinite)
  const values = columns.map((column, at) => {
    const scale = 2 ** Math.floor(Math.log2(found[at]?.largest || 1))
    return `${finite(column)} / ${sqlDouble(scale)} AS c${at}`
  })
  return `(SELECT ${values.join(', ')} FROM ${table.view})`
}

function warnOfInfinite(log: StepContext<object>['log'], column: TableColumn | undefined, values: number): void {
  if (column && values > 0) log.warn(`Left out ${plural(values, 'infinite value')} of \`${column.name}\`.`)
}

/**
 * Returns the rank correlation of each pair of columns, over the rows in which both have a value. Reuses the ranks of a
 * column if the other column has a value in each of the ranked rows.
 */
async function rankedPairs(
  engine: Engine,
  table: Table,
  columns: readonly TableColumn[],
  { progress, log }: Omit<Correlating, 'method'>,
): Promise<Pair[]> {
  const counts: number[] = []
  for (const [at, column] of columns.entries()) {
    const values = `SELECT ${ROW} AS r, ${finite(column)} AS v FROM ${table.numbered}`
    await engine.store(ranksOf(at), ranksSql(`(FROM (${values}) WHERE v IS NOT NULL)`), { columns: 2 })
    const { n, infinite } = await engine.row<{ n: number; infinite: number }>(
      `SELECT (SELECT count(*)::DOUBLE FROM ${ranksOf(at)}) AS n, count(*)::DOUBLE AS infinite FROM ${table.view} WHERE isinf(${sqlName(column.name)}::DOUBLE)`,
    )
    counts.push(n)
    warnOfInfinite(log, column, infinite)
  }
  const places = placesOf(columns)
  const pairs: Pair[] = []
  for (const [i, j] of places) {
    const [left, right] = [ranksOf(i), ranksOf(j)]
    let found = await related(engine, left, right)
    const isWhole = (at: number) => found.n === counts[at]
    if (found.n >= 3 && !(isWhole(i) && isWhole(j))) {
      const a = isWhole(i) ? left : await rankedAgain(engine, 'pair_a', left, right)
      const b = isWhole(j) ? right : await rankedAgain(engine, 'pair_b', right, left)
      found = await related(engine, a, b)
    }
    pairs.push(pairOf(columns, [i, j], found))
    progress(pairs.length / places.length)
  }
  return pairs
}

const ranksOf = (column: number) => `ranks_${column}`

/** Returns a query for the rank of each value. Equal values share the mean of their ranks. */
function ranksSql(values: string): string {
  return `SELECT r, (rank() OVER by_value + count(*) OVER by_value) / 2 AS rank FROM ${values} WINDOW by_value AS (ORDER BY v)`
}

/**
 * Ranks a column over only those rows in which the other column also has a value. Uses two statements, because a join
 * and a sort in one statement need too much memory.
 */
async function rankedAgain(engine: Engine, name: string, ranks: string, others: string): Promise<string> {
  const shared = `SELECT a.r, a.rank AS v FROM ${ranks} a SEMI JOIN ${others} b ON a.r = b.r`
  await engine.store(`${name}_shared`, shared, { columns: 2 })
  await engine.store(name, ranksSql(`${name}_shared`), { columns: 2 })
  return name
}

function related(engine: Engine, left: string, right: string): Promise<Related> {
  return engine.row<Related>(
    `SELECT corr(a.rank, b.rank) AS r, count(*)::DOUBLE AS n FROM ${left} a JOIN ${right} b ON a.r = b.r`,
  )
}

interface Related {
  r: number | null
  n: number
}

function placesOf(columns: readonly TableColumn[]): (readonly [number, number])[] {
  return columns.flatMap((_, i) => columns.slice(i + 1).map((_other, j) => [i, i + 1 + j] as const))
}

function pairOf(columns: readonly TableColumn[], [i, j]: readonly [number, number], { r, n }: Related): Pair {
  const isKnown = r !== null && Number.isFinite(r) && n >= 3
  return { a: columns[i]?.name ?? '', b: columns[j]?.name ?? '', r: isKnown ? Math.max(-1, Math.min(1, r)) : null, n }
}

async function pairsOf(engine: Engine, from: string, columns: readonly TableColumn[]): Promise<Pair[]> {
  const places = placesOf(columns)
  const sums = places.flatMap(([i, j]) => [`corr(c${i}, c${j})`, `regr_count(c${i}, c${j})::DOUBLE`])
  const { figures } = await engine.row<{ figures: (number | null)[] }>(
    `SELECT [${sums.join(', ')}] AS figures FROM ${from}`,
  )
  return places.map((place, at) => pairOf(columns, place, { r: figures[2 * at] ?? null, n: figures[2 * at + 1] ?? 0 }))
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
