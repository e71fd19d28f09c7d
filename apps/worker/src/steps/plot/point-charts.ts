import type { Engine } from '@millrace/tables/engine'
import { joinsMissing, withGaps } from '@millrace/tables/line-gaps'
import type { Table, TableColumn } from '@millrace/tables/table'
import { axisTitle, unitOf } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'
import { type Combination, combinedPoints, combinedTitle, combinesPoints, errorBars } from './combine.ts'
import { groupSql, linePoints, scatterPoints } from './downsample-points.ts'
import { type Axis, drawn, drawnTime, type Figure, type Trace } from './figure.ts'
import type { PointLimit } from './points-per-panel.ts'
import { besideRightAxis } from './right-axis-legend.ts'
import { traceName } from './trace-name.ts'

const POINTS_LEAST = 50

interface Wanted {
  chart: Chart
  limit: PointLimit
  combination: Combination
  /** Receives the names of columns whose lines join points across missing values. */
  joined: Set<string>
}

/** Draws lines or points, one trace per column and color. */
export async function pointFigure(
  engine: Engine,
  table: Table,
  { chart, limit, combination, joined }: Wanted,
): Promise<Figure> {
  const { kind, x, y, groups } = chart
  if (!x) throw new Error('A line or scatter chart needs an X column.')
  const units = [...new Set(y.flatMap((column) => unitOf(column) ?? []))]
  const each = Math.max(POINTS_LEAST, Math.floor(limit.most / (y.length * groups.length)))
  const data: Trace[] = []
  for (const column of y) {
    const lines =
      kind === 'line' && !combinesPoints(combination)
        ? await linePoints(engine, table, { chart, x, y: column, most: each })
        : undefined
    for (const [at, group] of groups.entries()) {
      const where = groupSql(chart, group)
      const points: DrawnPoint[] = combinesPoints(combination)
        ? await combinedPoints(engine, table, { chart, column, group, combination, limit: { ...limit, most: each } })
        : (lines?.[at] ?? (await scatterPoints(engine, table, { x, y: column, where, most: each })))
      if (points.every(({ y: value }) => value === null)) continue
      if (kind === 'line' && joinsMissing(points)) joined.add(column.name)
      const onRight = isRight(chart, column, units)
      data.push(
        pointTrace(chart, {
          x,
          points,
          name: traceName(chart, column, group),
          onRight,
          interval: combination.interval,
        }),
      )
    }
  }
  const layout = pointLayout(table, { chart, x, units, many: data.length > 1, combination })
  return { data, layout: layout.yaxis2 ? { ...layout, ...besideRightAxis(layout, data) } : layout }
}

function isRight({ right }: Chart, column: TableColumn, units: readonly string[]): boolean {
  return right.length > 0 ? right.includes(column) : units.length === 2 && unitOf(column) === units[1]
}

interface DrawnPoint {
  x: number
  y: number | null
  error?: number | null
}

interface Drawing {
  x: TableColumn
  points: DrawnPoint[]
  name: string
  onRight: boolean
  interval: Combination['interval']
}

const DAY = 86_400_000
const INTERVAL_MS = {
  hour: DAY / 24,
  day: DAY,
  week: 7 * DAY,
  month: 30.4 * DAY,
  quarter: 91.3 * DAY,
  year: 365.2 * DAY,
}

/** Whether any point has no neighbor to draw a line to. Only a marker can show such a point. */
function isAlone(shown: readonly { y: number | null }[]): boolean {
  return shown.some(
    ({ y }, at) => y !== null && (shown[at - 1]?.y ?? null) === null && (shown[at + 1]?.y ?? null) === null,
  )
}

function pointTrace({ kind }: Chart, { x, points, name, onRight, interval }: Drawing): Trace {
  const length = interval && INTERVAL_MS[interval]
  const known = points.filter(({ y }) => y !== null)
  const shown: DrawnPoint[] = kind === 'line' ? withGaps(points, length) : known
  const errors = errorBars(shown.map(({ error }) => error ?? null))
  const trace: Trace = {
    type: 'scatter',
    mode: kind === 'line' ? (isAlone(shown) || errors.error_y ? 'lines+markers' : 'lines') : 'markers',
    name,
    x: shown.map((point) => (x.kind === 'time' ? drawnTime(point.x) : drawn(point.x))),
    y: shown.map((point) => (point.y === null ? null : drawn(point.y))),
    ...errors,
  }
  // Dashes and diamonds mark traces of the right axis, regardless of color.
  if (kind === 'line')
    Object.assign(trace, { line: { width: 1.5, ...(onRight && { dash: 'dash' }) }, connectgaps: false })
  else trace.marker = { size: 5, opacity: known.length > 1000 ? 0.45 : 0.8, ...(onRight && { symbol: 'diamond' }) }
  if (onRight) trace.yaxis = 'y2'
  return trace
}

interface Frame {
  chart: Chart
  x: TableColumn
  units: string[]
  many: boolean
  combination: Combination
}

function pointLayout(table: Table, { chart, x, units, many, combination }: Frame): Figure['layout'] {
  const { kind, y, color } = chart
  const right = y.filter((column) => isRight(chart, column, units))
  const left = y.filter((column) => !right.includes(column))
  const axis = (columns: readonly TableColumn[] = []): Axis => ({
    title: {
      text: combinedTitle(
        combination.measure === 'count' && combination.interval ? 'Rows' : titleOf(columns),
        combination,
      ),
    },
  })
  return {
    title: { text: table.name },
    xaxis: { title: { text: axisTitle(x) }, type: x.kind === 'time' ? 'date' : 'linear' },
    yaxis: axis(left),
    ...(right.length > 0
      ? { yaxis2: { ...axis(right), side: 'right', overlaying: 'y', tickmode: 'auto', showgrid: false } }
      : {}),
    showlegend: many,
    ...(color && many ? { legend: { title: { text: axisTitle(color) } } } : {}),
    hovermode: kind === 'line' ? 'x unified' : 'closest',
  }
}

function titleOf(columns: readonly TableColumn[]): string {
  const titles = columns.map((column) => axisTitle(column))
  const units = new Set(columns.map(unitOf))
  if (titles.length <= 2) return titles.join(', ')
  const [unit] = units
  return (units.size === 1 && unit) || 'Value'
}
