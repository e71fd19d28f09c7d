import type { ColumnKind, PreviewColumn, TopValue } from '@millrace/contracts/previews'
import { computeAggregates } from '@millrace/tables/aggregates'
import { infiniteNotes } from '@millrace/tables/column-notes'
import type { Engine } from '@millrace/tables/engine'
import { count } from '@millrace/tables/sentences'
import { sqlText } from '@millrace/tables/sql'
import type { Mismatches, Range } from '@millrace/tables/table'
import type { TableFacts } from '../preview-task.ts'

/** A column to profile: how its cells are displayed, and SQL to read them. */
export interface ColumnPlan {
  name: string
  type: string
  kind: ColumnKind
  text: string
  value: string
  cast?: string
  /** SQL for the cell itself, to count NaN. Omitted if the reader has already counted NaN, or if `value` keeps NaN. */
  cell?: string
  mismatches?: Mismatches
  range?: Range
  decimal?: ','
}

type Profiled = Pick<TableFacts, 'columns' | 'fields' | 'totalRows' | 'profiledRows' | 'notes'>
const BINS = 20
/**
 * In tables with more than `EXACT_ROWS` rows, distinct values are counted exactly only if at most this many columns are
 * profiled together. Each exact count needs memory.
 */
const EXACT_COLUMNS = 50
/** Maximum number of columns that are profiled together, which limits the memory for their aggregates. */
const TOGETHER = 64
/** For up to this many rows, distinct values are always counted exactly. The hashes of the cells then fit in memory. */
const EXACT_ROWS = 10_000
/** If a column is estimated to have fewer distinct values than this, they are counted exactly. */
const MANY = 1000
/** How many of the most frequent values are listed, and how many characters of each. */
const TOP = 3
const TOP_LENGTH = 40

/**
 * Profiles each column: missing values, distinct values, range and distribution. For very long tables, only the first
 * rows are used, so that at most `cells` cells are read.
 */
export async function profile(
  engine: Engine,
  { path, cells }: { path: string; cells: number },
  plans: ColumnPlan[],
): Promise<Profiled> {
  const table = `read_parquet(${sqlText(path)}, file_row_number = true)`
  const { totalRows } = await engine.row<{ totalRows: number }>(`SELECT count(*) AS "totalRows" FROM ${table}`)
  const looked = Math.min(totalRows, Math.floor(cells / Math.max(1, plans.length)))
  const source = `${table} WHERE file_row_number < ${looked}`
  const columns: Awaited<ReturnType<typeof described>> = []
  for (let from = 0; from < plans.length && totalRows > 0; from += TOGETHER) {
    columns.push(
      ...(await described(engine, source, {
        plans: plans.slice(from, from + TOGETHER),
        isShort: looked <= EXACT_ROWS,
      })),
    )
  }
  return {
    columns: totalRows === 0 ? plans.map(unknown) : columns.map(({ column }) => plausible(column, looked)),
    fields: plans.map(({ text, value, cast, decimal }) => ({
      text,
      value,
      ...(cast && { cast }),
      ...(decimal && { decimal }),
    })),
    totalRows,
    profiledRows: looked,
    notes: [
      ...infiniteNotes(columns, looked < totalRows ? `NaN values in the first ${count(looked)} rows` : 'NaN values'),
      ...(looked < totalRows ? [`Distributions show the first ${count(looked)} rows.`] : []),
    ],
  }
}

/**
 * Returns SQL for the cells of each plan: as text (`t0` for the first plan), as values (`v0`), as numbers (`n0`) and, if
 * NaN is to be counted, as they are (`c0`).
 */
function cellsSql(source: string, plans: ColumnPlan[]): string {
  const read = plans.flatMap(({ text, value, cell }, at) => {
    return [`${text} AS t${at}`, `${value} AS v${at}`, ...(cell ? [`${cell} AS c${at}`] : [])]
  })
  const numbers = plans.map((plan, at) => `${numberSql(plan, `v${at}`)} AS n${at}`)
  return `(SELECT *, ${numbers.join(', ')} FROM (SELECT ${read.join(', ')} FROM ${source}))`
}

async function described(
  engine: Engine,
  source: string,
  { plans, isShort }: { plans: ColumnPlan[]; isShort: boolean },
): Promise<{ name: string; infinite: number; column: PreviewColumn }[]> {
  const from = cellsSql(source, plans)
  const ranges = await rangesOf(engine, from, plans)
  const asked = plans.map((plan, at) => factsSql(plan, at, { range: ranges[at], isShort }))
  const facts = await computeAggregates(engine, from, {
    numbers: Object.assign({}, ...asked.map(({ numbers }) => numbers)),
    texts: Object.assign({}, ...asked.map(({ texts }) => texts)),
  })
  const few = plans.flatMap((_, at) => ((facts.number(`distinct${at}`) ?? MANY) < MANY ? [at] : []))
  const counted = plans.length <= EXACT_COLUMNS ? few : []
  const repeated = counted.filter((at) => plans[at]?.kind === 'text')
  const exact = await computeAggregates(engine, from, {
    numbers: Object.fromEntries(counted.map((at) => [`distinct${at}`, `count(DISTINCT t${at})`])),
    texts: Object.fromEntries(repeated.map((at) => [`top${at}`, topSql(`v${at}`)])),
  })
  return plans.map((plan, at) => {
    const histogram = facts.text(`histogram${at}`)
    const distinct = exact.number(`distinct${at}`)
    const top = topOf(exact.text(`top${at}`) ?? '')
    const column = {
      ...unknown(plan),
      Histogram: histogram ? histogram.split(',').map(Number) : null,
      Min: facts.text(`min${at}`),
      Max: facts.text(`max${at}`),
      NullCount: facts.number(`nulls${at}`) ?? 0,
      DistinctCount: distinct ?? facts.number(`distinct${at}`),
      DistinctIsEstimated: !isShort && distinct === null && plan.kind !== 'other',
      ...(top.length > 0 && { Top: top }),
    }
    return { name: plan.name, infinite: facts.number(`nan${at}`) ?? 0, column }
  })
}

async function rangesOf(engine: Engine, from: string, plans: ColumnPlan[]): Promise<(Range | undefined)[]> {
  const numbers: Record<string, string> = {}
  for (const [at, { kind, range }] of plans.entries()) {
    if (range || (kind !== 'number' && kind !== 'time')) continue
    numbers[`low${at}`] = `min(n${at})`
    numbers[`high${at}`] = `max(n${at})`
  }
  const figures = await computeAggregates(engine, from, { numbers })
  return plans.map(({ range }, at) => {
    const [low, high] = [figures.number(`low${at}`), figures.number(`high${at}`)]
    return range ?? (low === null || high === null ? undefined : { low, high })
  })
}

function factsSql(
  { kind, type, cell }: ColumnPlan,
  at: number,
  { range, isShort }: { range: Range | undefined; isShort: boolean },
) {
  const [text, number] = [`t${at}`, `n${at}`]
  const order = orderSql(type, { value: `v${at}`, number })
  // Uses hashes, because strings may be long.
  const hashes = `list(CASE WHEN ${text} IS NOT NULL THEN hash(${text}) END)`
  const distinct = isShort ? `coalesce(list_unique(${hashes}), 0)` : `approx_count_distinct(${text})`
  return {
    numbers: {
      [`nulls${at}`]: `count(*) - count(v${at})`,
      [`distinct${at}`]: kind === 'other' ? 'NULL' : distinct,
      ...(cell && { [`nan${at}`]: `count(c${at}) - count(v${at})` }),
    },
    texts: range && {
      [`min${at}`]: `arg_min(${text}, ${order})`,
      [`max${at}`]: `arg_max(${text}, ${order})`,
      [`histogram${at}`]: histogramSql(number, range),
    },
  }
}

/**
 * Returns the SQL sort key for finding the lowest and highest values: the number, or the value itself if converting it
 * to a number may lose digits.
 */
export function orderSql(type: string, { value, number }: { value: string; number: string }): string {
  const isExact = /^(U?(BIG|HUGE)INT|DECIMAL|TIMESTAMP_NS)/.test(type)
  return isExact ? `CASE WHEN ${number} IS NOT NULL THEN ${value} END` : number
}

/** Returns SQL that joins a column's most frequent values, each with its number of rows, into a single string. */
function topSql(value: string): string {
  const all = `list_reverse_sort(list_transform(map_entries(histogram(${value}::VARCHAR)), e -> {'n': e.value, 'v': e.key}))`
  const words = `e -> concat(e.n, chr(31), left(e.v, ${TOP_LENGTH}))`
  return `array_to_string(list_transform(list_slice(${all}, 1, ${TOP}), ${words}), chr(30))`
}

/** Parses the result of `topSql`. Values that occur in a single row are left out, because they are not frequent. */
function topOf(text: string): TopValue[] {
  return text
    .split('\x1e')
    .map((entry) => entry.split('\x1f'))
    .map(([rows, value = '']) => ({ Value: value, Rows: Number(rows) }))
    .filter(({ Rows }) => Rows > 1)
}

/** Returns SQL for a value as a number: seconds for times, and null for other values and for non-finite numbers. */
function numberSql({ kind, range }: ColumnPlan, value: string): string {
  if (kind === 'time') return `CAST(epoch(${value}) AS DOUBLE)`
  if (kind !== 'number') return 'NULL::DOUBLE'
  const number = `CAST(${value} AS DOUBLE)`
  return range ? number : `CASE WHEN isfinite(${number}) THEN ${number} END`
}

function histogramSql(number: string, { low, high }: Range): string {
  const edges = low === high ? [high] : Array.from({ length: BINS }, (_, bin) => edge(low, high, bin + 1))
  // The edges are passed as a string, because the engine reads long decimals less precisely than JavaScript writes
  // them.
  return `array_to_string(map_values(histogram(${number}, '[${edges.join(', ')}]'::DOUBLE[])), ',')`
}

function edge(low: number, high: number, step: number): number {
  return step === BINS ? high : low + (high - low) * (step / BINS)
}

/** Limits the number of distinct values to the number of values, which an estimate may exceed. */
function plausible(column: PreviewColumn, rows: number): PreviewColumn {
  if (column.DistinctCount === null) return column
  return { ...column, DistinctCount: Math.min(column.DistinctCount, rows - (column.NullCount ?? 0)) }
}

function unknown({ name, type, kind, mismatches, decimal }: ColumnPlan): PreviewColumn {
  return {
    Name: name,
    Type: type,
    Kind: kind,
    AlmostKind: mismatches?.wanted ?? null,
    ...(decimal && { DecimalComma: true }),
    Histogram: null,
    Min: null,
    Max: null,
    NullCount: null,
    DistinctCount: null,
    DistinctIsEstimated: false,
  }
}
