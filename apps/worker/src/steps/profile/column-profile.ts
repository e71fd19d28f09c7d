import { type Aggregates, computeAggregates } from '@millrace/tables/aggregates'
import { secondsOf, secondsOfText } from '@millrace/tables/conditions'
import type { Engine } from '@millrace/tables/engine'
import { sqlDouble, sqlName } from '@millrace/tables/sql'
import { sourceOf, type Table, type TableColumn } from '@millrace/tables/table'

/** Above this number of rows, quantiles and high counts of distinct values are estimated. */
const EXACT_ROWS = 1_000_000
const BINS = 20
const TOP = 10
const TOP_DISTINCT_MAX = 100_000
const EXACT_DISTINCT_MAX = 1000

/** Some properties exist only for certain kinds of columns. */
export interface ColumnProfile {
  name: string
  kind: TableColumn['kind']
  type: string
  missing: number
  distinct: number
  estimates: ('distinct' | 'quantiles')[]
  /**
   * The minimum. A number is text if it is beyond 2^53. Times are in ISO 8601. Text is compared alphabetically, unless
   * all of it is times of day or durations.
   */
  smallest: number | string | null
  largest: number | string | null
  mean?: number | null
  deviation?: number | null
  quantiles?: { p05: number; p25: number; p50: number; p75: number; p95: number } | null
  /** Counts of values in bins of equal width, from the minimum to the maximum. */
  histogram?: number[]
  longest?: number
  mostFrequent?: { value: string; count: number }[]
  /** Cells that prevent a text column from being read as numbers or times. */
  strays?: { wanted: string; count: number; firstRow: number; firstValue: string }
}

/** Profiles a few columns of a table together. */
export async function profileColumns(
  engine: Engine,
  table: Table,
  columns: readonly TableColumn[],
): Promise<ColumnProfile[]> {
  const figures = await computeAggregates(engine, sourceOf(table, columns), {
    numbers: Object.assign({}, ...columns.map((column, at) => numbersSql(table, column, at))),
    texts: Object.assign({}, ...columns.map(textsSql)),
  })
  const profiles = columns.map((column, at) => basicProfile(table, column, factsOf(figures, at)))
  await countFewDistinct(engine, table, { columns, profiles })
  await findTimeLimits(engine, table, profiles)
  const histograms = await histogramsOf(engine, table, { columns, figures })
  for (const [at, column] of columns.entries()) {
    const profile = profiles[at]
    if (!profile) continue
    if (isScale(column)) profile.histogram = histograms[at]
    else if (profile.distinct <= TOP_DISTINCT_MAX) profile.mostFrequent = await mostFrequent(engine, table, column)
  }
  return profiles
}

/**
 * Replaces the minimum and maximum of text columns that contain times of day or durations. Alphabetically, 10:00 would
 * be less than 9:00.
 */
async function findTimeLimits(engine: Engine, table: Table, profiles: readonly ColumnProfile[]): Promise<void> {
  for (const profile of profiles) {
    if (profile.kind !== 'text' || secondsOf(String(profile.smallest)) === undefined) continue
    const name = sqlName(profile.name)
    const limits = `min_by(${name}, ${secondsOfText(name)}) AS smallest, max_by(${name}, ${secondsOfText(name)}) AS largest`
    const others = `count(*) FILTER (WHERE ${name} IS NOT NULL AND ${secondsOfText(name)} IS NULL)::DOUBLE AS others`
    const found = await engine.row<{ smallest: string; largest: string; others: number }>(
      `SELECT ${limits}, ${others} FROM ${table.view}`,
    )
    if (found.others === 0) Object.assign(profile, { smallest: found.smallest, largest: found.largest })
  }
}

/**
 * Replaces low estimates of the number of distinct values with exact counts. Counting few values takes little memory.
 */
async function countFewDistinct(
  engine: Engine,
  table: Table,
  { columns, profiles }: { columns: readonly TableColumn[]; profiles: readonly ColumnProfile[] },
): Promise<void> {
  const few = profiles.filter((one) => one.estimates.includes('distinct') && one.distinct <= EXACT_DISTINCT_MAX)
  const counts = few.map(({ name }, at) => [`n${at}`, `count(DISTINCT ${sqlName(name)})`])
  const found = await computeAggregates(engine, sourceOf(table, columns), { numbers: Object.fromEntries(counts) })
  for (const [at, profile] of few.entries()) {
    profile.distinct = found.number(`n${at}`) ?? 0
    profile.estimates = profile.estimates.filter((figure) => figure !== 'distinct')
  }
}

type Facts = ReturnType<typeof factsOf>

function factsOf(figures: Aggregates, at: number) {
  return {
    number: (name: string) => figures.number(`${name}_${at}`),
    text: (name: string) => figures.text(`${name}_${at}`),
  }
}

function basicProfile(table: Table, column: TableColumn, { number, text }: Facts): ColumnProfile {
  const present = number('present') ?? 0
  const isNumber = column.kind === 'number'
  const profile: ColumnProfile = {
    name: column.name,
    kind: column.kind,
    type: column.type,
    missing: table.rows - present,
    distinct: Math.min(number('distinct') ?? 0, present),
    estimates: table.rows > EXACT_ROWS ? (isNumber ? ['distinct', 'quantiles'] : ['distinct']) : [],
    smallest: isNumber ? exact(number('smallest'), text('smallest')) : text('smallest'),
    largest: isNumber ? exact(number('largest'), text('largest')) : text('largest'),
  }
  if (column.mismatches) {
    const { wanted, count, row, value } = column.mismatches
    profile.strays = { wanted, count, firstRow: row, firstValue: value }
  }
  if (isNumber) {
    const [p05, p25, p50, p75, p95] = QUANTILES.map((_, place) => number(`q${place}`))
    const known = p05 != null && p25 != null && p50 != null && p75 != null && p95 != null
    profile.mean = number('mean')
    profile.deviation = number('deviation')
    profile.quantiles = known ? { p05, p25, p50, p75, p95 } : null
  }
  if (column.kind === 'text') profile.longest = number('longest') ?? 0
  return profile
}

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95]

function numbersSql(table: Table, column: TableColumn, at: number): Record<string, string> {
  const estimated = table.rows > EXACT_ROWS
  const name = sqlName(column.name)
  return {
    [`present_${at}`]: `count(${name})`,
    [`distinct_${at}`]: estimated ? `approx_count_distinct(${name})` : `count(DISTINCT ${name})`,
    ...(isScale(column) && {
      [`low_${at}`]: `min(${scaleSql(column)})`,
      [`high_${at}`]: `max(${scaleSql(column)})`,
    }),
    ...(column.kind === 'text' && { [`longest_${at}`]: `coalesce(max(length(${name}::VARCHAR)), 0)` }),
    ...(column.kind === 'number' && numberFactsSql(name, { at, estimated })),
  }
}

function numberFactsSql(name: string, { at, estimated }: { at: number; estimated: boolean }): Record<string, string> {
  const value = `${name}::DOUBLE`
  const finite = `FILTER (WHERE isfinite(${value}))`
  const quantiles = `${estimated ? 'approx_quantile' : 'quantile_cont'}(${value}, [${QUANTILES.join(', ')}]) ${finite}`
  return {
    [`smallest_${at}`]: `min(${name})`,
    [`largest_${at}`]: `max(${name})`,
    [`mean_${at}`]: `avg(${value}) ${finite}`,
    [`deviation_${at}`]: `CASE WHEN max(abs(${value})) ${finite} < 1e150 THEN stddev_samp(${value}) FILTER (WHERE abs(${value}) < 1e150) END`,
    ...Object.fromEntries(QUANTILES.map((_, place) => [`q${place}_${at}`, `(${quantiles})[${place + 1}]`])),
  }
}

function exact(value: number | null, text: string | null): number | string | null {
  return text === null || value === null || Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : text
}

function textsSql(column: TableColumn, at: number): Record<string, string> {
  if (column.kind === 'number' && !/^U?(BIG|HUGE)INT$/.test(column.type)) return {}
  const name = sqlName(column.name)
  return {
    [`smallest_${at}`]: shownSql(`min(${name})`, column),
    [`largest_${at}`]: shownSql(`max(${name})`, column),
  }
}

function shownSql(value: string, { kind, type }: TableColumn): string {
  if (type === 'DATE') return `strftime(${value}, '%Y-%m-%d')`
  if (kind === 'time') return `strftime((${value})::TIMESTAMP, '%Y-%m-%dT%H:%M:%S')`
  return `left((${value})::VARCHAR, 200)`
}

function isScale({ kind }: TableColumn): boolean {
  return kind === 'number' || kind === 'time'
}

function scaleSql({ name, kind }: TableColumn): string {
  const value = kind === 'time' ? `epoch(${sqlName(name)}::TIMESTAMP)` : `${sqlName(name)}::DOUBLE`
  return `CASE WHEN isfinite(${value}) THEN ${value} END`
}

/** Returns the histograms of columns of numbers or times. */
async function histogramsOf(
  engine: Engine,
  table: Table,
  { columns, figures }: { columns: readonly TableColumn[]; figures: Aggregates },
): Promise<number[][]> {
  const bins = columns.map((column, at) => {
    const [low, high] = [figures.number(`low_${at}`), figures.number(`high_${at}`)]
    if (low === null || high === null) return 'NULL::INT'
    const value = scaleSql(column)
    const share = `(${value} - ${sqlDouble(low)}) / ${sqlDouble(high - low)}`
    const bin = high > low ? `least(${BINS - 1}, floor(${share} * ${BINS}))::INT` : '0'
    return `CASE WHEN (${value}) IS NOT NULL THEN ${bin} END`
  })
  const counted = bins.map((bin, at) => `histogram(${bin}) AS h_${at}`).join(', ')
  const numbers = Object.assign(
    {},
    ...bins.map((_, at) =>
      Object.fromEntries(Array.from({ length: BINS }, (_bin, bin) => [`${at}_${bin}`, `coalesce(h_${at}[${bin}], 0)`])),
    ),
  )
  const found = await computeAggregates(engine, `(SELECT ${counted} FROM ${sourceOf(table, columns)})`, { numbers })
  return columns.map((_, at) => Array.from({ length: BINS }, (_bin, bin) => found.number(`${at}_${bin}`) ?? 0))
}

function mostFrequent(engine: Engine, table: Table, column: TableColumn): Promise<{ value: string; count: number }[]> {
  const name = sqlName(column.name)
  return engine.rows(
    `SELECT left(${name}::VARCHAR, 200) AS value, count(*) AS count FROM ${sourceOf(table, [column])} WHERE ${name} IS NOT NULL
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP}`,
  )
}
