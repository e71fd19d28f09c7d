import type { Engine } from '@millrace/tables/engine'
import { type PointOrGap, withMissingSql } from '@millrace/tables/line-gaps'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { textSql } from '#tables/value-text.ts'
import type { Chart } from './choose-chart.ts'

/** A point. Times are in milliseconds. */
export interface Point {
  x: number
  y: number
}

/**
 * Returns SQL for a position on an axis: numbers unchanged, and times in milliseconds. Times outside the years 1 to
 * 9999 become null, because they cannot be drawn.
 */
export function axisSql(column: TableColumn): string {
  if (column.kind !== 'time') return `${sqlName(column.name)}::DOUBLE`
  const time = `${sqlName(column.name)}::TIMESTAMP`
  return `CASE WHEN ${time} BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999' THEN epoch_ms(${time})::DOUBLE END`
}

/** Returns an SQL condition for the rows of one color. */
export function groupSql({ color }: Pick<Chart, 'color'>, group: string | null): string {
  if (!color) return 'true'
  const name = textSql(color)
  return group === null ? `${name} IS NULL` : `${name} = ${sqlText(group)}`
}

interface Wanted {
  x: TableColumn
  y: TableColumn
  where: string
  most: number
}

/**
 * Returns SQL for the points with finite coordinates. The subquery is needed because the table may have columns named x
 * and y.
 */
function pointsSql(table: Table, { x, y, where }: Omit<Wanted, 'most'>): string {
  const points = `SELECT ${axisSql(x)} AS x, ${axisSql(y)} AS y FROM ${table.view} WHERE ${where}`
  return `SELECT x, y FROM (${points}) WHERE isfinite(x) AND isfinite(y)`
}

interface Lines {
  chart: Pick<Chart, 'color' | 'groups'>
  x: TableColumn
  y: TableColumn
  /** Maximum number of points of one line. */
  most: number
}

interface Range {
  /** The index of the line in `groups`. */
  line: number
  n: number
  low: number
  high: number
}

/**
 * Returns the points of one line per color, from left to right. If a line has too many points, the range of x is
 * divided into equal parts, and only the lowest and the highest point of each part are kept, so no peak is lost. A part
 * in which every row lacks a value becomes a gap: a point without y. The number of passes over the table doesn’t depend
 * on the number of colors.
 */
export async function linePoints(
  engine: Engine,
  table: Table,
  { chart, x, y, most }: Lines,
): Promise<PointOrGap<Point>[][]> {
  const { color, groups } = chart
  const own = color ? textSql(color) : 'NULL::VARCHAR'
  const name = (line: number) => (typeof groups[line] === 'string' ? sqlText(groups[line]) : 'NULL::VARCHAR')
  const values = `SELECT ${own} AS own, ${axisSql(x)} AS x, ${axisSql(y)} AS y FROM ${table.view}`
  const points = `(SELECT own, x, CASE WHEN isfinite(y) THEN y END AS y FROM (${values}) WHERE isfinite(x))`
  /**
   * Selects the points of `lines`. Each line is a tuple of a name and values for `columns`, which are added to all
   * points of the line.
   */
  const pointsOf = (lines: readonly string[], columns: string) =>
    `(SELECT ${columns}, x, y FROM ${points} JOIN (VALUES ${lines.join(', ')}) AS lines(name, ${columns}) ON name IS NOT DISTINCT FROM own)`
  const found = await engine.rows<Omit<Range, 'line'> & { own: string | null }>(
    `SELECT own, count(y) AS n, min(x) AS low, max(x) AS high FROM ${points} GROUP BY own`,
  )
  const ranges = found.map(({ own: group, ...range }): Range => ({ ...range, line: groups.indexOf(group) }))
  const lines = groups.map((): PointOrGap<Point>[] => [])
  const short = ranges.filter(({ line, n }) => line >= 0 && n <= most).map(({ line }) => `(${name(line)}, ${line})`)
  if (short.length > 0) {
    const points = await engine.rows<PointOrGap<Point> & { line: number }>(
      `${withMissingSql(pointsOf(short, 'line'), 'line')} ORDER BY x`,
    )
    for (const { line, ...point } of points) lines[line]?.push(point)
  }
  const long = ranges.filter(({ line, n }) => line >= 0 && n > most)
  if (long.length === 0) return lines
  const parts = Math.max(1, Math.floor(most / 2))
  const spans = long.map(
    ({ line, low, high }) => `(${name(line)}, ${line}, ${sqlDouble(low)}, ${sqlDouble(high - low || 1)})`,
  )
  const ends = await engine.rows<Part>(
    `SELECT line, coalesce(arg_min(x, y), min(x)) AS x0, min(y) AS y0, coalesce(arg_max(x, y), min(x)) AS x1, max(y) AS y1
     FROM ${pointsOf(spans, 'line, low, width')} GROUP BY line, least(${parts - 1}, floor((x - low) / width * ${parts})) ORDER BY least(x0, x1)`,
  )
  for (const part of ends) lines[part.line]?.push(...endsOf(part))
  return lines
}

interface Part {
  line: number
  x0: number
  y0: number | null
  x1: number
  y1: number | null
}

function endsOf({ x0, y0, x1, y1 }: Part): PointOrGap<Point>[] {
  if (y0 === null || y1 === null) return [{ x: x0, y: null }]
  const [lowest, highest] = [
    { x: x0, y: y0 },
    { x: x1, y: y1 },
  ]
  if (x0 === x1 && y0 === y1) return [lowest]
  return x0 < x1 ? [lowest, highest] : [highest, lowest]
}

/** Returns all points of a scatter chart, or a uniform sample with the outermost point in each direction. */
export async function scatterPoints(engine: Engine, table: Table, { x, y, where, most }: Wanted): Promise<Point[]> {
  const points = pointsSql(table, { x, y, where })
  const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM (${points})`)
  if (n <= most) return engine.rows<Point>(points)
  const extremes = ['min(x), arg_min(y, x)', 'max(x), arg_max(y, x)', 'arg_min(x, y), min(y)', 'arg_max(x, y), max(y)']
  const outermost = extremes.map((point) => `SELECT ${point} FROM (${points})`)
  return engine.rows<Point>(
    `(FROM (${points}) USING SAMPLE reservoir(${most - extremes.length} ROWS) REPEATABLE (1)) UNION ALL ${outermost.join(' UNION ALL ')}`,
  )
}
