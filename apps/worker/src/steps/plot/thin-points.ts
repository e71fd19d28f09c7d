import type { Engine } from '@millrace/tables/engine'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import type { Chart } from './choose-chart.ts'

export interface Point {
  x: number
  y: number
}

/** Numbers unchanged, times in milliseconds. Times outside the years 1 to 9999 cannot be drawn and are left out. */
export function axisSql(column: TableColumn): string {
  if (column.kind !== 'time') return `${sqlName(column.name)}::DOUBLE`
  const time = `${sqlName(column.name)}::TIMESTAMP`
  return `CASE WHEN ${time} BETWEEN '0001-01-01' AND '9999-12-31 23:59:59.999' THEN epoch_ms(${time})::DOUBLE END`
}

/** Condition for the rows of one color. */
export function groupSql({ color }: Pick<Chart, 'color'>, group: string | null): string {
  if (!color) return 'true'
  const name = `${sqlName(color.name)}::VARCHAR`
  return group === null ? `${name} IS NULL` : `${name} = ${sqlText(group)}`
}

interface Wanted {
  x: TableColumn
  y: TableColumn
  where: string
  most: number
}

/** A subquery, because the table may have columns named x and y. */
function pointsSql(table: Table, { x, y, where }: Omit<Wanted, 'most'>): string {
  const points = `SELECT ${axisSql(x)} AS x, ${axisSql(y)} AS y FROM ${table.view} WHERE ${where}`
  return `SELECT x, y FROM (${points}) WHERE isfinite(x) AND isfinite(y)`
}

/**
 * The points of a line, from left to right. If there are too many, the range of x is divided into equal parts, and the
 * lowest and highest point of each part are kept, so every peak and every gap remains.
 */
export async function linePoints(engine: Engine, table: Table, { x, y, where, most }: Wanted): Promise<Point[]> {
  const points = pointsSql(table, { x, y, where })
  const { n, low, high } = await engine.row<{ n: number; low: number; high: number }>(
    `SELECT count(*) AS n, min(x) AS low, max(x) AS high FROM (${points})`,
  )
  if (n <= most || !(high > low)) return engine.rows<Point>(`${points} ORDER BY x LIMIT ${most}`)
  const parts = Math.max(1, Math.floor(most / 2))
  const rows = await engine.rows<{ x0: number; y0: number; x1: number; y1: number }>(
    `SELECT arg_min(x, y) AS x0, min(y) AS y0, arg_max(x, y) AS x1, max(y) AS y1
     FROM (${points}) GROUP BY least(${parts - 1}, floor((x - ${sqlDouble(low)}) / ${sqlDouble(high - low)} * ${parts})) ORDER BY least(x0, x1)`,
  )
  return rows.flatMap(({ x0, y0, x1, y1 }) => {
    const lowest = { x: x0, y: y0 }
    const highest = { x: x1, y: y1 }
    if (x0 === x1 && y0 === y1) return [lowest]
    return x0 < x1 ? [lowest, highest] : [highest, lowest]
  })
}

/** The points of a scatter chart: all, or a uniform sample plus the outermost points in every direction. */
export async function cloudPoints(engine: Engine, table: Table, { x, y, where, most }: Wanted): Promise<Point[]> {
  const points = pointsSql(table, { x, y, where })
  const { n } = await engine.row<{ n: number }>(`SELECT count(*) AS n FROM (${points})`)
  if (n <= most) return engine.rows<Point>(points)
  const extremes = ['min(x), arg_min(y, x)', 'max(x), arg_max(y, x)', 'arg_min(x, y), min(y)', 'arg_max(x, y), max(y)']
  const outermost = extremes.map((point) => `SELECT ${point} FROM (${points})`)
  return engine.rows<Point>(
    `(FROM (${points}) USING SAMPLE reservoir(${most - extremes.length} ROWS) REPEATABLE (1)) UNION ALL ${outermost.join(' UNION ALL ')}`,
  )
}

const GAP_STEPS = 6

/** Breaks the line wherever an interval is far longer than usual, unless long intervals are frequent. */
export function withBreaks<P extends Point>(points: readonly P[]): (P | { x: number; y: null })[] {
  const steps = points.slice(1).map((point, at) => point.x - (points[at]?.x ?? 0))
  const usual = steps.filter((step) => step > 0).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const isGap = (step: number) => usual > 0 && step > GAP_STEPS * usual
  const gaps = steps.filter(isGap).length
  if (gaps === 0 || gaps > points.length / 20) return [...points]
  return points.flatMap((point, at) => {
    const step = steps[at - 1] ?? 0
    return at > 0 && isGap(step) ? [{ x: point.x - step / 2, y: null }, point] : [point]
  })
}
