import { sqlName } from '@millrace/tables/sql'
import type { Engine } from '#tables/engine.ts'
import type { Table, TableColumn } from '#tables/table.ts'

/** Above so many rows, distinct values and quantiles are estimated, which the profile says. */
const EXACT_ROWS = 1_000_000
const BINS = 20
const TOP = 10
const TOP_DISTINCT_MAX = 100_000

export interface ColumnProfile {
  name: string
  kind: TableColumn['kind']
  type: string
  missing: number
  distinct: number
  /** Distinct values and quantiles are estimates. */
  estimated: boolean
  /** Numbers as numbers, times as ISO 8601, texts by the alphabet. */
  smallest: number | string | null
  largest: number | string | null
  mean?: number | null
  deviation?: number | null
  quantiles?: { p05: number; p25: number; p50: number; p75: number; p95: number } | null
  /** Counts of equally wide ranges from smallest to largest. */
  histogram?: number[]
  longest?: number
  mostFrequent?: { value: string; count: number }[]
  /** Cells that keep a text column from being numbers or times. */
  strays?: { wanted: string; count: number; firstRow: number; firstValue: string }
}

/** Looks at one column of a table. */
export async function profileColumn(engine: Engine, table: Table, column: TableColumn): Promise<ColumnProfile> {
  const estimated = table.rows > EXACT_ROWS
  const basics = await engine.row<Basics>(basicsSql(table, column, estimated))
  const { missing, distinct, smallest, largest, longest } = basics
  const profile: ColumnProfile = {
    name: column.name,
    kind: column.kind,
    type: column.type,
    missing,
    distinct: Math.min(distinct, table.rows - missing),
    estimated,
    smallest,
    largest,
  }
  if (column.strays) {
    const { wanted, count, row, value } = column.strays
    profile.strays = { wanted, count, firstRow: row, firstValue: value }
  }
  if (column.kind === 'number') Object.assign(profile, await numberFacts(engine, table, { column, estimated }))
  if (column.kind === 'number' || column.kind === 'time') {
    profile.histogram = await histogram(engine, table, column)
  } else if (distinct <= TOP_DISTINCT_MAX) profile.mostFrequent = await mostFrequent(engine, table, column)
  if (column.kind === 'text') profile.longest = longest
  return profile
}

interface Basics {
  missing: number
  distinct: number
  smallest: number | string | null
  largest: number | string | null
  longest: number
}

function basicsSql(table: Table, column: TableColumn, estimated: boolean): string {
  const name = sqlName(column.name)
  const shown = (value: string) => shownSql(value, column)
  return `SELECT count(*) - count(${name}) AS missing,
    ${estimated ? `approx_count_distinct(${name})` : `count(DISTINCT ${name})`} AS "distinct",
    ${shown(`min(${name})`)} AS smallest, ${shown(`max(${name})`)} AS largest,
    ${column.kind === 'text' ? `coalesce(max(length(${name}::VARCHAR)), 0)` : '0'} AS longest FROM ${table.view}`
}

function shownSql(value: string, { kind, type }: TableColumn): string {
  if (kind === 'number') return `(${value})::DOUBLE`
  if (type === 'DATE') return `strftime(${value}, '%Y-%m-%d')`
  if (kind === 'time') return `strftime((${value})::TIMESTAMP, '%Y-%m-%dT%H:%M:%S')`
  return `left((${value})::VARCHAR, 200)`
}

interface Choice {
  column: TableColumn
  estimated: boolean
}

async function numberFacts(engine: Engine, table: Table, { column, estimated }: Choice) {
  const value = `${sqlName(column.name)}::DOUBLE`
  const quantile = estimated ? 'approx_quantile' : 'quantile_cont'
  const row = await engine.row<{ mean: number | null; deviation: number | null; quantiles: number[] | null }>(
    `SELECT avg(${value}) AS mean, CASE WHEN max(abs(${value})) < 1e150 THEN stddev_samp(${value}) FILTER (WHERE abs(${value}) < 1e150) END AS deviation,
      ${quantile}(${value}, [0.05, 0.25, 0.5, 0.75, 0.95]) AS quantiles FROM ${table.view} WHERE isfinite(${value})`,
  )
  const [p05, p25, p50, p75, p95] = row.quantiles ?? []
  const known = p05 !== undefined && p25 !== undefined && p50 !== undefined && p75 !== undefined && p95 !== undefined
  return { mean: row.mean, deviation: row.deviation, quantiles: known ? { p05, p25, p50, p75, p95 } : null }
}

async function histogram(engine: Engine, table: Table, column: TableColumn): Promise<number[]> {
  const name = sqlName(column.name)
  const value = column.kind === 'time' ? `epoch(${name}::TIMESTAMP)` : `${name}::DOUBLE`
  const rows = await engine.rows<{ bin: number; n: number }>(
    `WITH v AS (SELECT ${value} AS x FROM ${table.view} WHERE isfinite(${value})),
      r AS (SELECT min(x) AS low, max(x) AS high FROM v)
     SELECT CASE WHEN high > low THEN least(${BINS - 1}, floor((x - low) / (high - low) * ${BINS}))::INT ELSE 0 END AS bin,
       count(*) AS n FROM v, r GROUP BY bin`,
  )
  const counts = new Map(rows.map(({ bin, n }) => [bin, n]))
  return Array.from({ length: BINS }, (_, bin) => counts.get(bin) ?? 0)
}

function mostFrequent(engine: Engine, table: Table, column: TableColumn): Promise<{ value: string; count: number }[]> {
  const name = sqlName(column.name)
  return engine.rows(
    `SELECT left(${name}::VARCHAR, 200) AS value, count(*) AS count FROM ${table.view} WHERE ${name} IS NOT NULL
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP}`,
  )
}
