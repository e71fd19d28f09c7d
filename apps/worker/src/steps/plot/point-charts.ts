import type { Engine } from '@millrace/tables/engine'
import type { Table, TableColumn } from '@millrace/tables/table'
import { axisTitle, unitOf } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'
import { type Axis, drawn, type Figure, type Trace } from './figure.ts'
import { cloudPoints, groupSql, linePoints, withBreaks } from './thin-points.ts'
import { traceName } from './trace-name.ts'

const POINTS_LEAST = 50

/** Lines or points: one trace per column and colour. Columns of a second unit go by an axis on the right. */
export async function pointFigure(
  engine: Engine,
  table: Table,
  { chart, most }: { chart: Chart; most: number },
): Promise<Figure> {
  const { kind, x, y, groups } = chart
  if (!x) throw new Error('A chart of points needs an x column.')
  const units = [...new Set(y.map((column) => unitOf(column.name)))]
  const each = Math.max(POINTS_LEAST, Math.floor(most / (y.length * groups.length)))
  const data: Trace[] = []
  for (const column of y) {
    for (const group of groups) {
      const wanted = { x, y: column, where: groupSql(chart, group), most: each }
      const points = await (kind === 'line' ? linePoints : cloudPoints)(engine, table, wanted)
      if (points.length === 0) continue
      const onRight = units.length === 2 && unitOf(column.name) !== units[0]
      data.push(pointTrace(chart, { x, points, name: traceName(chart, column, group), onRight }))
    }
  }
  return { data, layout: pointLayout(table, { chart, x, units, many: data.length > 1 }) }
}

interface Drawing {
  x: TableColumn
  points: { x: number; y: number }[]
  name: string
  onRight: boolean
}

function pointTrace({ kind }: Chart, { x, points, name, onRight }: Drawing): Trace {
  const shown = kind === 'line' ? withBreaks(points) : points
  const trace: Trace = {
    type: 'scatter',
    mode: kind === 'line' ? (points.length === 1 ? 'lines+markers' : 'lines') : 'markers',
    name,
    x: shown.map((point) => (x.kind === 'time' ? isoTime(point.x) : drawn(point.x))),
    y: shown.map((point) => (point.y === null ? null : drawn(point.y))),
  }
  if (kind === 'line') Object.assign(trace, { line: { width: 1.5 }, connectgaps: false })
  else trace.marker = { size: 5, opacity: points.length > 1000 ? 0.45 : 0.8 }
  if (onRight) trace.yaxis = 'y2'
  return trace
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
}

interface Frame {
  chart: Chart
  x: TableColumn
  units: (string | undefined)[]
  many: boolean
}

function pointLayout(table: Table, { chart, x, units, many }: Frame): Figure['layout'] {
  const { kind, y, color } = chart
  const [left, right] = units.length === 2 ? units.map((unit) => y.filter((one) => unitOf(one.name) === unit)) : [y]
  const axis = (columns: readonly TableColumn[] = []): Axis => ({ title: { text: titleOf(columns) } })
  return {
    title: { text: table.name },
    xaxis: { title: { text: axisTitle(x.name) }, type: x.kind === 'time' ? 'date' : 'linear' },
    yaxis: axis(left),
    ...(right ? { yaxis2: { ...axis(right), side: 'right', overlaying: 'y', showgrid: false } } : {}),
    showlegend: many,
    ...(color && many ? { legend: { title: { text: axisTitle(color.name) } } } : {}),
    hovermode: kind === 'line' ? 'x unified' : 'closest',
  }
}

function titleOf(columns: readonly TableColumn[]): string {
  const titles = columns.map((column) => axisTitle(column.name))
  const unit = columns[0] && unitOf(columns[0].name)
  if (titles.length <= 2) return titles.join(', ')
  return unit ?? 'Value'
}
