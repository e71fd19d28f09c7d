import type { ChartPoint, ChartPreviewProperties } from '@millrace/contracts/table-charts'
import { asLiteral } from '@millrace/tables/conditions'
import { type Engine, openEngine } from '@millrace/tables/engine'
import { joinsMissing, withGaps, withMissingSql } from '@millrace/tables/line-gaps'
import { findSeries } from '@millrace/tables/series'
import { sqlDouble } from '@millrace/tables/sql'
import { TableFault } from '@millrace/tables/table-fault'
import { findDateAndTime, momentSql } from '@millrace/tables/time-of-day-column'
import { PREVIEW_LIMITS } from '../preview-limits.ts'
import type { ChartTask, ReadyTable } from '../preview-task.ts'
import { blockWith, matchingSql } from './matching-rows.ts'
import { rowsOf } from './read-cells.ts'
import { sandboxFor } from './sandbox.ts'

/** Charts with more rows than this do not draw every point. */
const POINTS_MAX = 2000
/**
 * Maximum number of parts into which the horizontal axis is divided. A line keeps the lowest and the highest point of
 * each part.
 */
const LINE_PARTS = 600
/** Grid by which points are thinned out: one point of each grid cell is drawn. */
const GRID = { columns: 80, rows: 40 }
const BARS_MAX = 30
/** Maximum number of lines whose colors can be distinguished. */
const LINES_MAX = 12
/** How many text columns, starting with the first, are tried as the column that distinguishes the series. */
const SERIES_COLUMNS_MAX = 20
const COLOR_VALUES_MAX = 1000
/** Maximum number of groups. More would take too much memory, and a chart can't show that many bars. */
const GROUPS_MAX = 200_000
/** Largest magnitude of a number in a chart. Differences of larger numbers can overflow to infinity. */
const NUMBER_MAX = 1e300

type Chart = ChartPreviewProperties

export async function chartRows(task: ChartTask): Promise<Chart> {
  const engine = await openEngine(task.scratch, sandboxFor([task.block, ...task.others].map(({ path }) => path)))
  try {
    return task.chart === 'Bars' ? await bars(engine, task) : await points(engine, task)
  } finally {
    await engine.close()
  }
}

function fieldOf({ block, others }: ChartTask, name: string) {
  const { facts } = blockWith([block, ...others], name)
  const at = facts.columns.findIndex(({ Name }) => Name === name)
  const [column, field] = [facts.columns[at], facts.fields[at]]
  if (!column || !field) throw new TableFault(`The table has no column “${name}”.`)
  return { kind: column.Kind, text: field.text, value: field.value }
}

/** Returns the blocks with the needed columns, without duplicates. */
function neededBlocks({ block, others, x, y, color, sort }: ChartTask): ReadyTable[] {
  const named = [x, y, color || undefined, sort?.column].filter((name) => name !== undefined)
  const needed = [block, ...named.map((name) => blockWith([block, ...others], name))]
  return [...new Map(needed.map((one) => [one.path, one])).values()]
}

function sourceSql(task: ChartTask): string {
  const needed = neededBlocks(task)
  const { sql } = matchingSql([task.block, ...task.others], task.filter, { values: [], bind: asLiteral })
  const tables = needed.map((one, at) => `${rowsOf(one)} AS block${at}`)
  return `FROM ${tables.join(' JOIN ')} ${needed.length > 1 ? 'USING (file_row_number)' : ''} WHERE ${sql}`
}

/**
 * Returns the axis for a column. As in processing steps, a column of dates is combined with its column of times of day,
 * if there is one.
 */
async function axisOf(engine: Engine, task: ChartTask, name: string): Promise<Axis> {
  const field = fieldOf(task, name)
  const block = blockWith([task.block, ...task.others], name)
  const columns = block.facts.columns.map(({ Name, Type }, at) => {
    const type = Type === 'TIME' ? 'VARCHAR' : Type
    return { name: Name, type, cell: block.facts.fields[at]?.text ?? '', from: rowsOf(block) }
  })
  const isDate = columns.some((column) => column.name === name && column.type === 'DATE')
  const pair = isDate ? await findDateAndTime(engine, columns) : undefined
  if (pair?.date.name !== name) return field
  const value = momentSql({ date: { ...pair.date, cell: field.value }, timeOfDay: pair.timeOfDay })
  return { ...field, value, timeOfDay: pair.timeOfDay.name }
}

type Axis = ReturnType<typeof fieldOf> & { timeOfDay?: string }

/** Returns SQL for a value as a number. Times become milliseconds since 1970. */
function numberSql({ kind, value }: ReturnType<typeof fieldOf>): string {
  return kind === 'time' ? `epoch(${value})::DOUBLE * 1000` : `(${value})::DOUBLE`
}

function rowSql(task: ChartTask): string {
  const { sort } = task
  if (!sort && task.filter.where === undefined && task.filter.find === undefined) return '(file_row_number + 1)::DOUBLE'
  const value = sort ? `${fieldOf(task, sort.column).value} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST, ` : ''
  return `row_number() OVER (ORDER BY ${value}file_row_number)::DOUBLE`
}

async function points(engine: Engine, task: ChartTask): Promise<Chart> {
  const x = task.x === undefined ? undefined : await axisOf(engine, task, task.x)
  const y = fieldOf(task, task.y ?? '')
  const isLine = task.chart === 'Line'
  const { color, ...series } = isLine ? await seriesOf(engine, task, x) : {}
  const colorSql = color === undefined ? '' : `, ${fieldOf(task, color).text} AS color`
  const read = `SELECT ${x ? numberSql(x) : rowSql(task)} AS x, ${numberSql(y)} AS y${colorSql} ${sourceSql(task)}`
  const stored = task.block.facts.totalRows > PREVIEW_LIMITS.storedRows ? 'VIEW' : 'TABLE'
  await engine.run(
    `CREATE TEMP ${stored} shown AS SELECT * REPLACE (CASE WHEN abs(y) < ${NUMBER_MAX} THEN y END AS y) FROM (${read})
     WHERE abs(x) < ${NUMBER_MAX} ${isLine ? '' : `AND abs(y) < ${NUMBER_MAX}`}`,
  )
  const range = await engine.row<Range>(
    'SELECT count(y) AS rows, min(x) AS "left", max(x) AS "right", min(y) AS low, max(y) AS high FROM shown',
  )
  const chart = {
    XKind: x === undefined ? ('row' as const) : x.kind === 'time' ? ('time' as const) : ('number' as const),
    ...(x?.timeOfDay !== undefined && { XClock: x.timeOfDay }),
    ...series,
    Bars: [],
    TotalBars: 0,
    Rows: range.rows,
  }
  if (color !== undefined) return { ...chart, ColorBy: color, Points: [], ...(await coloredLines(engine, range)) }
  const found = await engine.rows<FoundPoint>(
    range.rows <= POINTS_MAX
      ? `${withMissingSql('shown')} ORDER BY x`
      : isLine
        ? lineSql('shown', range)
        : gridSql(range),
  )
  return { ...chart, ...(isLine ? drawnLine(found) : { Points: found.map(asPoint) }) }
}

interface FoundPoint {
  x: number
  y: number | null
}

function asPoint({ x, y }: FoundPoint): ChartPoint {
  return { X: x, Y: y }
}

function drawnLine(found: readonly FoundPoint[]): { Points: ChartPoint[]; JoinsMissing?: boolean } {
  return { Points: withGaps(found).map(asPoint), ...(joinsMissing(found) && { JoinsMissing: true }) }
}

type Series = Pick<Chart, 'ColorColumns' | 'Repeats'> & { color?: string }

/**
 * Chooses the column that splits the points into lines, one line per value. The rules are the same as in the step
 * `plot_table`. Also returns the columns that users can choose instead. Throws a TableFault if the column that the user
 * chose has too many values.
 */
async function seriesOf(engine: Engine, task: ChartTask, x: Axis | undefined): Promise<Series> {
  const given = task.color || undefined
  if (!x) return given === undefined ? {} : { color: given }
  const texts = neededBlocks(task)
    .flatMap(({ facts }) => facts.columns.filter(({ Kind, Name }) => Kind === 'text' && Name !== x.timeOfDay))
    .slice(0, SERIES_COLUMNS_MAX)
    .map(({ Name }) => Name)
  const columns = [...new Set([...(given === undefined ? [] : [given]), ...texts])]
  const fields = columns.map((name, at) => `${fieldOf(task, name).text} AS c${at}`)
  const found = await findSeries(engine, {
    from: `(SELECT ${[`${numberSql(x)} AS x`, ...fields].join(', ')} ${sourceSql(task)}) WHERE x IS NOT NULL`,
    time: 'x',
    columns: columns.map((_, at) => `c${at}`),
  })
  if (given !== undefined && (found.columns[0]?.values ?? 0) > COLOR_VALUES_MAX)
    throw new TableFault(`“${given}” has too many different values for lines. Choose a column with few values.`)
  const color = given ?? (task.color === undefined && found.at !== undefined ? columns[found.at] : undefined)
  const isSplit = color !== undefined && found.columns[columns.indexOf(color)]?.identifies === true
  const few = columns.filter((name, at) => {
    const values = found.columns[at]?.values ?? 0
    return name === color || (values >= 2 && values <= LINES_MAX)
  })
  return {
    ...(color !== undefined && { color }),
    ColorColumns: few,
    ...(found.repeats && !isSplit && { Repeats: true }),
  }
}

async function coloredLines(engine: Engine, range: Range): Promise<Pick<Chart, 'Series' | 'SeriesLeftOut'>> {
  await engine.run(
    `CREATE TEMP TABLE lines AS SELECT color, row_number() OVER (ORDER BY count(*) DESC, color) AS line, count(*) OVER () AS found
     FROM shown WHERE y IS NOT NULL GROUP BY color ORDER BY line LIMIT ${LINES_MAX}`,
  )
  const lines = await engine.rows<{ color: string | null; line: number; found: number }>(
    'SELECT color, line::INTEGER AS line, found::INTEGER AS found FROM lines ORDER BY line',
  )
  const drawn =
    '(SELECT line::INTEGER AS line, x, y FROM shown JOIN lines ON shown.color IS NOT DISTINCT FROM lines.color)'
  const places = await engine.rows<FoundPoint & { line: number }>(
    range.rows <= POINTS_MAX
      ? `${withMissingSql(drawn, 'line')} ORDER BY x`
      : lineSql(drawn, range, { line: 'line', parts: Math.ceil(LINE_PARTS / Math.max(1, lines.length / 3)) }),
  )
  const byLine = Map.groupBy(places, ({ line }) => line)
  const leftOut = (lines[0]?.found ?? 0) - lines.length
  return {
    Series: lines
      .toSorted((a, b) => (a.color ?? '').localeCompare(b.color ?? '', 'en', { numeric: true }))
      .map(({ color, line }) => ({ Name: shortened(color), ...drawnLine(byLine.get(line) ?? []) })),
    ...(leftOut > 0 && { SeriesLeftOut: leftOut }),
  }
}

interface Range {
  rows: number
  left: number
  right: number
  low: number
  high: number
}

/** Returns SQL for the 0-based index of the part that contains a number, if the range is divided into equal parts. */
function partSql(number: string, { from, to, parts }: { from: number; to: number; parts: number }): string {
  // A literal 0 after GROUP BY would be interpreted as a column position.
  if (from === to) return sqlDouble(0)
  return `least(floor((${number} - ${sqlDouble(from)}) / ${sqlDouble(to - from)} * ${parts}), ${parts - 1})`
}

function lineSql(from: string, { left, right }: Range, { line = '', parts = LINE_PARTS } = {}): string {
  const own = line ? `${line}, ` : ''
  const part = partSql('x', { from: left, to: right, parts: Math.min(parts, LINE_PARTS) })
  const extremes = `SELECT ${own}coalesce(arg_min(x, y), min(x)) AS x1, min(y) AS y1, coalesce(arg_max(x, y), min(x)) AS x2, max(y) AS y2 FROM ${from} GROUP BY ${own}${part}`
  return `WITH extremes AS MATERIALIZED (${extremes})
    SELECT DISTINCT ${own}x, y FROM (SELECT ${own}x1 AS x, y1 AS y FROM extremes UNION ALL SELECT ${own}x2, y2 FROM extremes) ORDER BY x, y`
}

function gridSql({ left, right, low, high }: Range): string {
  const column = partSql('x', { from: left, to: right, parts: GRID.columns })
  const row = partSql('y', { from: low, to: high, parts: GRID.rows })
  return `SELECT min(x) AS x, arg_min(y, x) AS y FROM shown GROUP BY ${column}, ${row} ORDER BY x`
}

async function bars(engine: Engine, task: ChartTask): Promise<Chart> {
  const { text } = fieldOf(task, task.x ?? '')
  const y = task.y === undefined || task.measure === 'Count' ? undefined : numberSql(fieldOf(task, task.y))
  const source = `SELECT ${text} AS category, ${y ?? 'NULL::DOUBLE'} AS y ${sourceSql(task)}`
  const rows = y ? `(SELECT * FROM (${source}) WHERE isfinite(y))` : `(${source})`
  const total = await engine.row<{ rows: number; groups: number }>(
    `SELECT count(*) AS rows, approx_count_distinct(category) AS groups FROM ${rows}`,
  )
  if (total.groups > GROUPS_MAX)
    throw new TableFault(`“${task.x}” has too many different values for bars. Choose a column with categories.`)
  const value = y ? (task.measure === 'Sum' ? 'sum(y)' : 'avg(y)') : 'count(*)'
  const grouped = `SELECT category, ${value}::DOUBLE AS height FROM ${rows} GROUP BY category`
  const found = await engine.rows<{ category: string | null; value: number | null; bars: number }>(
    `SELECT category, CASE WHEN isfinite(height) THEN height END AS value, count(*) OVER () AS bars FROM (${grouped}) ORDER BY value DESC NULLS LAST, category LIMIT ${BARS_MAX}`,
  )
  return {
    XKind: 'row',
    Points: [],
    Bars: found.map(({ category, value: height }) => ({ Category: shortened(category), Value: height })),
    TotalBars: found[0]?.bars ?? 0,
    Rows: total.rows,
  }
}

/** A high surrogate at the end of a string. */
const HALF_CHARACTER = /[\ud800-\udbff]$/

function shortened(text: string | null): string | null {
  const { cellCharacters } = PREVIEW_LIMITS
  return text !== null && text.length > cellCharacters
    ? `${text.slice(0, cellCharacters).replace(HALF_CHARACTER, '')}…`
    : text
}
