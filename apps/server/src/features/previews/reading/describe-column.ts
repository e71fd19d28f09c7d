import type { ColumnPreviewProperties, FrequentValue } from '@millrace/contracts/previews'
import { boundValues } from '@millrace/tables/conditions'
import { type Engine, openEngine } from '@millrace/tables/engine'
import { sqlDouble } from '@millrace/tables/sql'
import { TableFault } from '@millrace/tables/table-fault'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { ColumnTask, RowFilter } from '../preview-task.ts'
import { matchingSql } from './matching-rows.ts'
import { rowsOf } from './read-cells.ts'
import { sealFor } from './seal.ts'

const BINS = 20
const VALUES_SHOWN = 50
/** Below this estimate, distinct values are counted exactly. Numbers and times are listed only up to this many. */
const MANY = 1000
/** Above, the most frequent values are found approximately, and only they are counted. */
const GROUPED = 200_000
/** Longer values don't fit into a condition. */
const VALUE_CHARACTERS = 500

type Kind = ColumnPreviewProperties['Kind']

/**
 * The chosen column of the rows that meet a filter: cells as text `t`, values `v`, the corresponding numbers `n`, and the
 * row numbers `r`.
 */
interface Cells {
  from: string
  /** The table, and the SQL of its cells as text. */
  table: { rows: string; text: string }
  values: string[]
  kind: Kind
}

/** Describes the values of a column in the rows that meet a filter, and lists the most frequent ones. */
export async function describeColumn(task: ColumnTask): Promise<ColumnPreviewProperties> {
  const engine = await openEngine(task.scratch, sealFor([task.block, ...task.others].map(({ path }) => path)))
  try {
    const cells = cellsOf(task, task.filter)
    const facts = await factsOf(engine, cells)
    return {
      Name: task.column,
      Kind: cells.kind,
      ...facts,
      ...(await frequentValues(engine, task)),
    }
  } finally {
    await engine.close()
  }
}

function cellsOf(task: ColumnTask, filter: RowFilter, bound = boundValues()): Cells {
  const { facts } = task.block
  const at = facts.columns.findIndex(({ Name }) => Name === task.column)
  const [column, field] = [facts.columns[at], facts.fields[at]]
  if (!column || !field) throw new TableFault(`The table has no column “${task.column}”.`)
  const { sql, values } = matchingSql([task.block, ...task.others], filter, bound)
  const kind = column.Kind
  const rows = rowsOf(task.block)
  const from = `(SELECT *, ${NUMBERS[kind]} AS n FROM (SELECT ${field.text} AS t, ${field.value} AS v, file_row_number AS r FROM ${rows} WHERE ${sql}))`
  return { from, values, kind, table: { rows, text: field.text } }
}

/** Infinite values have no place in a histogram. */
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
  /** The rows with the lowest and the highest number. */
  least: number | null
  most: number | null
}

async function factsOf(engine: Engine, cells: Cells) {
  const { from, values, kind } = cells
  const isEmpty = missingSql(kind)
  const found = await engine.row<Counts>(
    `SELECT count(*) AS rows, count(*) FILTER (WHERE ${isEmpty}) AS missing, count(n) AS numbers, min(n) AS low, max(n) AS high,
       approx_count_distinct(v) FILTER (WHERE NOT ${isEmpty}) AS distinct, arg_min(r, n) AS least, arg_max(r, n) AS most
     FROM ${from}`,
    values,
  )
  const isEstimate = found.distinct >= MANY
  const exact = isEstimate
    ? { total: Math.min(found.distinct, found.rows - found.missing) }
    : await engine.row<{ total: number }>(
        `SELECT count(DISTINCT v) FILTER (WHERE NOT ${isEmpty}) AS total FROM ${from}`,
        values,
      )
  return {
    Rows: found.rows,
    MissingRows: found.missing,
    DistinctCount: exact.total,
    DistinctIsEstimated: isEstimate,
    Min: await textAt(engine, cells, found.least),
    Max: await textAt(engine, cells, found.most),
    ...(await distributionOf(engine, cells, found)),
  }
}

/** The cell of a row. Writing all numbers as text, to keep two of them, takes three times the processor time. */
async function textAt(engine: Engine, { table }: Cells, row: number | null): Promise<string | null> {
  if (row === null) return null
  const found = await engine.row<{ t: string | null }>(
    `SELECT ${table.text} AS t FROM ${table.rows} WHERE file_row_number = ${row}`,
  )
  return found.t
}

async function distributionOf(
  engine: Engine,
  { from, values, kind }: Cells,
  { low, high, numbers }: Counts,
): Promise<Pick<ColumnPreviewProperties, 'Median' | 'Histogram'>> {
  if (low === null || high === null) return { Median: null, Histogram: null }
  const quantile = numbers <= PREVIEW_LIMITS.exactMedianRows ? 'quantile_cont' : 'approx_quantile'
  const middle = kind === 'time' ? `make_timestamp((m * 1000000)::BIGINT)` : 'm'
  const { median } = await engine.row<{ median: string }>(
    `SELECT (${middle})::VARCHAR AS median FROM (SELECT ${quantile}(n, 0.5) AS m FROM ${from})`,
    values,
  )
  if (low === high) return { Median: median, Histogram: { Counts: [numbers], Low: low, High: high } }
  // The difference of extreme numbers may be infinite.
  const scale = Number.isFinite(high - low) ? 1 : 0.25
  const position = `(n * ${scale} - ${sqlDouble(low * scale)}) / ${sqlDouble(high * scale - low * scale)}`
  const bins = await engine.rows<{ bin: number; total: number }>(
    `SELECT least(floor(${position} * ${BINS}), ${BINS - 1})::INTEGER AS bin, count(*) AS total FROM ${from}
     WHERE n IS NOT NULL GROUP BY bin`,
    values,
  )
  const counts = Array.from({ length: BINS }, () => 0)
  for (const { bin, total } of bins) counts[Math.max(0, bin)] = total
  return { Median: median, Histogram: { Counts: counts, Low: low, High: high } }
}

/** The most frequent values in the rows that meet the conditions on other columns, so that more can be chosen. */
async function frequentValues(
  engine: Engine,
  task: ColumnTask,
): Promise<Pick<ColumnPreviewProperties, 'Values' | 'HasMoreValues'>> {
  const others = (task.filter.where ?? []).filter(({ Column }) => Column !== task.column)
  const bound = boundValues()
  const { from, values, kind } = cellsOf(task, { ...task.filter, where: others }, bound)
  const none = { Values: null, HasMoreValues: false }
  if (kind === 'other') return none
  const isListed = [
    `NOT ${missingSql(kind)}`,
    ...(kind === 'number' || kind === 'time' ? ['n IS NOT NULL'] : [`length(v::VARCHAR) <= ${VALUE_CHARACTERS}`]),
    ...(task.valuesWith ? [`contains(lower(t), lower(${bound.bind(task.valuesWith)}))`] : []),
  ].join(' AND ')
  const listed = `(SELECT v::VARCHAR AS value, v, t FROM ${from} WHERE ${isListed})`
  const { distinct } = await engine.row<{ distinct: number }>(
    `SELECT approx_count_distinct(v) AS distinct FROM ${listed}`,
    values,
  )
  if (kind !== 'text' && distinct > MANY) return none
  const most = `SELECT unnest(approx_top_k(value, ${VALUES_SHOWN + 1})) FROM ${listed}`
  const found = await engine.rows<FrequentValue>(
    `SELECT value AS "Value", any_value(t) AS "Text", count(*) AS "Rows" FROM ${listed}
     ${distinct > GROUPED ? `WHERE value IN (${most})` : ''}
     GROUP BY value ORDER BY "Rows" DESC, value LIMIT ${VALUES_SHOWN + 1}`,
    values,
  )
  return { Values: found.slice(0, VALUES_SHOWN), HasMoreValues: found.length > VALUES_SHOWN }
}
