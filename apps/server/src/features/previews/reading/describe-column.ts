import type { ColumnPreviewProperties, FrequentValue } from '@millrace/contracts/previews'
import { asLiteral } from '@millrace/tables/conditions'
import { type Engine, openEngine } from '@millrace/tables/engine'
import { sqlDouble } from '@millrace/tables/sql'
import { TableFault } from '@millrace/tables/table-fault'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { ColumnTask, RowFilter } from '../preview-task.ts'
import { matchingSql } from './matching-rows.ts'
import { orderSql } from './profile.ts'
import { rowsOf } from './read-cells.ts'
import { sandboxFor } from './sandbox.ts'

const BINS = 20
const VALUES_SHOWN = 50
/**
 * If fewer distinct values than this are estimated, the rows of each value are counted once, for all later queries. If
 * a column of numbers or times has more distinct values, they are not listed.
 */
const MANY = 1000
/**
 * Distinct values are counted exactly if there are at most `COUNTED_ROWS` rows, or if fewer than `COUNTED` distinct
 * values are estimated. Estimates are off by up to 25 %.
 */
const COUNTED_ROWS = 1_000_000
const COUNTED = 20_000
/**
 * If more distinct values than this are estimated, the most frequent values are found approximately, and only their
 * rows are counted.
 */
const GROUPED = 200_000
/** Maximum length of a value in a condition. */
const VALUE_CHARACTERS = 500

type Kind = ColumnPreviewProperties['Kind']

/** The selected column: the rows to read, and SQL for its cells as text and as values. */
interface Column {
  kind: Kind
  type: string
  text: string
  value: string
  rows: string
}

/** Describes the values of a column in the rows that match a filter, and lists the most frequent values. */
export async function describeColumn(task: ColumnTask): Promise<ColumnPreviewProperties> {
  const engine = await openEngine(task.scratch, sandboxFor([task.block, ...task.others].map(({ path }) => path)))
  try {
    const column = columnOf(task)
    await pick(engine, 'shown', { task, column, filter: task.filter })
    const { distinct, facts } = await factsOf(engine, column, task.block.facts.totalRows)
    return { Name: task.column, Kind: column.kind, ...facts, ...(await frequentValues(engine, task, column, distinct)) }
  } finally {
    await engine.close()
  }
}

function columnOf({ block, column }: ColumnTask): Column {
  const at = block.facts.columns.findIndex(({ Name }) => Name === column)
  const [found, field] = [block.facts.columns[at], block.facts.fields[at]]
  if (!found || !field) throw new TableFault(`The table has no column “${column}”.`)
  return { kind: found.Kind, type: found.Type, text: field.text, value: field.value, rows: rowsOf(block) }
}

/**
 * Creates a table with a column's values `v` in the matching rows, the values as numbers `n`, and the row numbers `r`,
 * so that later queries need not read the file. For very long files, creates a view instead, which needs no space.
 */
async function pick(
  engine: Engine,
  name: 'shown' | 'listed',
  { task, column, filter }: { task: ColumnTask; column: Column; filter: RowFilter },
): Promise<void> {
  const { sql } = matchingSql([task.block, ...task.others], filter, { values: [], bind: asLiteral })
  const read = `SELECT ${column.value} AS v, file_row_number AS r FROM ${column.rows} WHERE ${sql}`
  const stored = task.block.facts.totalRows > PREVIEW_LIMITS.storedRows ? 'VIEW' : 'TABLE'
  await engine.run(`CREATE TEMP ${stored} ${name} AS SELECT v, ${NUMBERS[column.kind]} AS n, r FROM (${read})`)
}

/** Infinite values are left out, because a histogram can't show them. */
const NUMBERS: Record<Kind, string> = {
  number: 'CASE WHEN isfinite(v::DOUBLE) THEN v::DOUBLE END',
  time: 'CASE WHEN isfinite(v) THEN epoch(v)::DOUBLE END',
  text: 'NULL::DOUBLE',
  boolean: 'NULL::DOUBLE',
  other: 'NULL::DOUBLE',
}

function missingSql(kind: Kind): string {
  return kind === 'text' ? `(v IS NULL OR trim(v::VARCHAR) = '')` : '(v IS NULL)'
}

interface Counts {
  rows: number
  missing: number
  distinct: number
  numbers: number
  low: number | null
  high: number | null
  /** The row numbers of the lowest and the highest number. */
  least: number | null
  most: number | null
  mean: number | null
  deviation: number | null
  /** The approximate median as text, for tables with too many rows for an exact median. */
  middle: string | null
}

async function factsOf(engine: Engine, column: Column, totalRows: number) {
  const { kind, type } = column
  const order = orderSql(type, { value: 'v', number: 'n' })
  const isEmpty = missingSql(kind)
  const isLong = NUMBERS[kind] !== 'NULL::DOUBLE' && totalRows > PREVIEW_LIMITS.exactMedianRows
  const found = await engine.row<Counts>(
    `SELECT count(*) AS rows, count(*) FILTER (WHERE ${isEmpty}) AS missing, count(n) AS numbers, min(n) AS low, max(n) AS high,
       approx_count_distinct(v) FILTER (WHERE NOT ${isEmpty}) AS distinct, arg_min(r, ${order}) AS least, arg_max(r, ${order}) AS most,
       ${kind === 'number' ? MEAN_AND_DEVIATION : 'NULL AS mean, NULL AS deviation'},
       ${isLong ? medianSql(kind, 'approx_quantile(n, 0.5)') : 'NULL'} AS middle
     FROM shown`,
  )
  const isListed = found.distinct < MANY
  if (isListed) await engine.run(`CREATE TEMP TABLE counted AS ${countedSql('shown')}`)
  const isEstimate = found.distinct >= COUNTED && found.rows > COUNTED_ROWS
  const counted = isListed ? 'count(*) AS total FROM counted' : 'count(DISTINCT v) AS total FROM shown'
  const exact = isEstimate
    ? { total: Math.min(found.distinct, found.rows - found.missing) }
    : await engine.row<{ total: number }>(`SELECT ${counted} WHERE NOT ${isEmpty}`)
  const texts = await textsAt(engine, column, [found.least, found.most])
  const facts = {
    Rows: found.rows,
    MissingRows: found.missing,
    DistinctCount: exact.total,
    DistinctIsEstimated: isEstimate,
    Min: texts.get(found.least) ?? null,
    Max: texts.get(found.most) ?? null,
    Mean: found.mean,
    StandardDeviation: found.deviation,
    ...(await distributionOf(engine, kind, found)),
  }
  return { distinct: found.distinct, facts }
}

/**
 * The mean and the standard deviation. Both are null if a number has a magnitude of 1e150 or more, because its square
 * could overflow a double.
 */
const MEAN_AND_DEVIATION = `CASE WHEN max(abs(n)) < 1e150 THEN avg(n) END AS mean,
       CASE WHEN max(abs(n)) < 1e150 THEN stddev_samp(n) FILTER (WHERE abs(n) < 1e150) END AS deviation`

function countedSql(from: string, where = 'true'): string {
  return `SELECT v, any_value(n) AS n, any_value(r) AS r, count(*) AS count FROM ${from} WHERE ${where} GROUP BY v`
}

function medianSql(kind: Kind, median: string): string {
  return `(${kind === 'time' ? `make_timestamp((${median} * 1000000)::BIGINT)` : median})::VARCHAR`
}

/** Formats only the cells in the given rows. Formatting the cells of all rows would take three times the CPU time. */
async function textsAt(
  engine: Engine,
  { text, rows }: Column,
  numbers: readonly (number | null)[],
): Promise<Map<number | null, string | null>> {
  const wanted = numbers.filter((number) => number !== null)
  if (wanted.length === 0) return new Map()
  const found = await engine.rows<{ r: number; t: string | null }>(
    `SELECT file_row_number AS r, ${text} AS t FROM ${rows} WHERE file_row_number IN (${wanted.join(', ')})`,
  )
  return new Map(found.map(({ r, t }) => [r, t]))
}

async function distributionOf(
  engine: Engine,
  kind: Kind,
  { low, high, numbers, middle }: Counts,
): Promise<Pick<ColumnPreviewProperties, 'Median' | 'Histogram'>> {
  if (low === null || high === null) return { Median: null, Histogram: null }
  const { median } =
    numbers > PREVIEW_LIMITS.exactMedianRows
      ? { median: middle }
      : await engine.row<{ median: string }>(`SELECT ${medianSql(kind, 'quantile_cont(n, 0.5)')} AS median FROM shown`)
  if (low === high) return { Median: median, Histogram: { Counts: [numbers], Low: low, High: high } }
  // The difference of extreme numbers can overflow to infinity.
  const scale = Number.isFinite(high - low) ? 1 : 0.25
  const position = `(n * ${scale} - ${sqlDouble(low * scale)}) / ${sqlDouble(high * scale - low * scale)}`
  const bins = await engine.rows<{ bin: number; total: number }>(
    `SELECT least(floor(${position} * ${BINS}), ${BINS - 1})::INTEGER AS bin, count(*) AS total FROM shown
     WHERE n IS NOT NULL GROUP BY bin`,
  )
  const counts = Array.from({ length: BINS }, () => 0)
  for (const { bin, total } of bins) counts[Math.max(0, bin)] = total
  return { Median: median, Histogram: { Counts: counts, Low: low, High: high } }
}

/**
 * Finds the most frequent values, which users can add to a condition, and whether there are more values. Only rows that
 * meet the conditions on other columns count.
 */
async function frequentValues(
  engine: Engine,
  task: ColumnTask,
  column: Column,
  shownDistinct: number,
): Promise<Pick<ColumnPreviewProperties, 'Values' | 'HasMoreValues'>> {
  const { kind } = column
  const { where } = task.filter
  const others = where?.filter(({ Column: name }) => name !== task.column)
  const isSame = others?.length === where?.length && !task.valuesWith
  const none = { Values: null, HasMoreValues: false }
  if (kind === 'other' || (isSame && kind !== 'text' && shownDistinct > MANY)) return none
  const from = isSame ? 'shown' : 'listed'
  if (!isSame) {
    const filter = { ...task.filter, ...(others && { where: others }) }
    await pick(engine, 'listed', { task, column: { ...column, rows: rowsWith(task, column) }, filter })
  }
  const isListed = [
    `NOT ${missingSql(kind)}`,
    kind === 'number' || kind === 'time' ? 'n IS NOT NULL' : `length(v::VARCHAR) <= ${VALUE_CHARACTERS}`,
  ].join(' AND ')
  const { distinct } = isSame
    ? { distinct: shownDistinct }
    : await engine.row<{ distinct: number }>(
        `SELECT approx_count_distinct(v) AS distinct FROM ${from} WHERE ${isListed}`,
      )
  if (kind !== 'text' && distinct > MANY) return none
  const most = `SELECT unnest(approx_top_k(v, ${VALUES_SHOWN + 1})) FROM ${from} WHERE ${isListed}`
  const listed = `${isListed} ${distinct > GROUPED ? `AND v IN (${most})` : ''}`
  // If there are few distinct values, they are already counted. Reading hundreds of millions of rows again takes
  // seconds.
  const counts = isSame && distinct < MANY ? `FROM counted WHERE ${isListed}` : `FROM (${countedSql(from, listed)})`
  const found = await engine.rows<{ value: string; row: number; count: number }>(
    `SELECT v::VARCHAR AS value, r AS row, count ${counts} ORDER BY count DESC, value LIMIT ${VALUES_SHOWN + 1}`,
  )
  const shown = found.slice(0, VALUES_SHOWN)
  const texts = await textsAt(
    engine,
    column,
    shown.map(({ row }) => row),
  )
  const values = shown.map(
    ({ value, row, count }): FrequentValue => ({
      Value: value,
      Text: texts.get(row) ?? value,
      Rows: count,
    }),
  )
  return { Values: values, HasMoreValues: found.length > VALUES_SHOWN }
}

function rowsWith({ valuesWith }: ColumnTask, { rows, text }: Column): string {
  return valuesWith ? `(SELECT * FROM ${rows} WHERE contains(lower(${text}), lower(${asLiteral(valuesWith)})))` : rows
}
