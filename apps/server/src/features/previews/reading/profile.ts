import type { ColumnKind, PreviewColumn } from '@millrace/contracts/previews'
import { sqlText } from '@millrace/tables/sql'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { TableFacts } from '../preview-task.ts'
import type { Engine } from './engine.ts'
import { count } from './unreadable.ts'

/** A column before it was looked at: what to show and how to get at it in SQL. */
export interface ColumnPlan {
  name: string
  type: string
  kind: ColumnKind
  text: string
  value: string
}

type Profiled = Pick<TableFacts, 'columns' | 'fields' | 'totalRows' | 'notes'>
const BINS = 20
/** Counting exactly costs memory for each column. */
const EXACT_COLUMNS = 50

/** Describes each column: nulls, distinct values, range, and how the values are spread. Very long tables by their head. */
export async function profile(engine: Engine, path: string, plans: ColumnPlan[]): Promise<Profiled> {
  const table = `read_parquet(${sqlText(path)}, file_row_number = true)`
  const [[rows] = [0]] = await engine.rows(`SELECT count(*) FROM ${table}`)
  const totalRows = Number(rows)
  const looked = Math.min(totalRows, Math.floor(PREVIEW_LIMITS.profileCells / Math.max(1, plans.length)))
  const named = plans.flatMap((plan, index) => [`${plan.text} AS t${index}`, `${numberSql(plan)} AS n${index}`])
  const from = `(SELECT ${named.join(', ')} FROM ${table} WHERE file_row_number < ${looked})`
  const columns = totalRows === 0 ? plans.map(unknown) : await described(engine, from, plans)
  return {
    columns: columns.map((column) => plausible(column, looked)),
    fields: plans.map(({ text, value }) => ({ text, value })),
    totalRows,
    notes: looked < totalRows ? [`Distributions show the first ${count(looked)} rows.`] : [],
  }
}

/** `from` has two columns for each plan: `t0` its cells as text, `n0` the numbers they stand for. */
async function described(engine: Engine, from: string, plans: ColumnPlan[]): Promise<PreviewColumn[]> {
  const [facts = []] = await engine.rows(`SELECT ${plans.flatMap(factsSql).join(', ')} FROM ${from}`)
  const columns = plans.map((plan, index) => firstLook(plan, facts.slice(index * FACTS, (index + 1) * FACTS)))
  const details = await ask(
    engine,
    from,
    columns.flatMap(({ range, distinct }, index) => [
      histogramSql(`n${index}`, range),
      plans.length > EXACT_COLUMNS ? undefined : distinctSql(`t${index}`, distinct),
    ]),
  )
  return columns.map(({ plan, nulls, distinct, min, max }, index) => {
    const [histogram, exact] = details.slice(index * 2, index * 2 + 2)
    return {
      Name: plan.name,
      Type: plan.type,
      Kind: plan.kind,
      Histogram: Array.isArray(histogram) ? histogram.map(Number) : null,
      Min: min,
      Max: max,
      NullCount: nulls,
      DistinctCount: exact === undefined ? distinct : Number(exact),
    }
  })
}

const FACTS = 6

/** Six facts a column: nulls, distinct values, the cells with the least and the greatest value, and the two as numbers. */
function factsSql({ kind }: ColumnPlan, index: number): string[] {
  const [text, number] = [`t${index}`, `n${index}`]
  const nulls = `count(*) - count(${text})`
  const distinct = kind === 'other' ? 'any_value(NULL)' : `approx_count_distinct(${text})`
  return [
    nulls,
    distinct,
    `arg_min(${text}, ${number})`,
    `arg_max(${text}, ${number})`,
    `min(${number})`,
    `max(${number})`,
  ]
}

function firstLook(plan: ColumnPlan, [nulls, distinct, min, max, low, high]: unknown[]) {
  return {
    plan,
    nulls: Number(nulls),
    distinct: distinct === null ? null : Number(distinct),
    min: min === null ? null : String(min),
    max: max === null ? null : String(max),
    range: typeof low === 'number' && typeof high === 'number' ? { low, high } : undefined,
  }
}

/** What a cell stands for as a number: seconds for times, nothing for words and for what is not finite. */
function numberSql({ kind, value, type }: ColumnPlan): string {
  if (kind === 'time') return `CAST(epoch(${value}) AS DOUBLE)`
  if (kind !== 'number') return 'NULL::DOUBLE'
  const number = type === 'DOUBLE' || type === 'FLOAT' ? value : `CAST(${value} AS DOUBLE)`
  return `CASE WHEN isfinite(${number}) THEN ${number} END`
}

/** Counts in equal steps from the least to the greatest value; one count where all values are the same. */
function histogramSql(number: string, range: { low: number; high: number } | undefined): string | undefined {
  if (range === undefined) return undefined
  const { low, high } = range
  const edges = low === high ? [high] : Array.from({ length: BINS }, (_, bin) => edge(low, high, bin + 1))
  // As text, because the engine reads long decimals less exactly than JavaScript writes them.
  return `map_values(histogram(${number}, '[${edges.join(', ')}]'::DOUBLE[]))`
}

/** The estimate is off by some per cent; few different values are worth counting exactly. */
function distinctSql(text: string, estimate: number | null): string | undefined {
  return estimate === null || estimate > 1000 ? undefined : `count(DISTINCT ${text})`
}

/** One row of aggregates; where nothing is asked the answer is undefined. */
async function ask(engine: Engine, from: string, questions: (string | undefined)[]): Promise<unknown[]> {
  const asked = questions.filter((question) => question !== undefined)
  if (asked.length === 0) return []
  const [row = []] = await engine.rows(`SELECT ${asked.join(', ')} FROM ${from}`)
  const answers = row.values()
  return questions.map((question) => (question === undefined ? undefined : answers.next().value))
}

function edge(low: number, high: number, step: number): number {
  return step === BINS ? high : low + (high - low) * (step / BINS)
}

/** An estimate of distinct values may exceed the number of values. */
function plausible(column: PreviewColumn, rows: number): PreviewColumn {
  if (column.DistinctCount === null) return column
  return { ...column, DistinctCount: Math.min(column.DistinctCount, rows - (column.NullCount ?? 0)) }
}

function unknown({ name, type, kind }: ColumnPlan): PreviewColumn {
  return {
    Name: name,
    Type: type,
    Kind: kind,
    Histogram: null,
    Min: null,
    Max: null,
    NullCount: null,
    DistinctCount: null,
  }
}
