import type { Engine } from '@millrace/tables/engine'
import type { Table } from '@millrace/tables/table'
import { valueAt } from '#statistics/polynomial-fit.ts'
import { axisTitle } from '../plot/axis-title.ts'
import { drawn } from '../plot/figure.ts'
import { colorAt } from '../plot/palette.ts'
import { type FitColumns, type GroupFit, momentOf, pointsSql } from './fit-points.ts'

const POINTS_MAX = 4000
const CURVE_POINTS = 80

/** Draws each group in a Plotly figure: its points (or a uniform sample of them), its curve and its confidence band. */
export async function fitFigure(
  { engine, table }: { engine: Engine; table: Table },
  { fits, ...columns }: FitColumns & { fits: readonly GroupFit[] },
): Promise<object> {
  const data: object[] = []
  const { x, y, group, since } = columns
  const drawnX = (value: number) => (since === undefined ? drawn(value) : momentOf(since, value))
  for (const [at, { value, fit }] of fits.entries()) {
    const color = colorAt(at)
    const name = group ? (value ?? '(empty)') : axisTitle(y)
    const most = Math.floor(POINTS_MAX / fits.length)
    const points = await engine.rows<{ x: number; y: number }>(
      `SELECT * FROM ${pointsSql(table, columns, value)} USING SAMPLE reservoir(${most} ROWS) REPEATABLE (1)`,
    )
    const xs = Array.from({ length: CURVE_POINTS }, (_, i) => fit.low + ((fit.high - fit.low) * i) / (CURVE_POINTS - 1))
    const curve = xs.map((one) => ({ x: one, ...valueAt(fit, one) }))
    const shared = { type: 'scatter', legendgroup: name, hoverinfo: 'skip', showlegend: false, mode: 'lines' }
    const upper = curve.map((one) => drawn(one.y + one.confidence))
    const lower = curve.map((one) => drawn(one.y - one.confidence))
    data.push(
      { ...shared, x: xs.map(drawnX), y: upper, line: { width: 0 } },
      { ...shared, x: xs.map(drawnX), y: lower, line: { width: 0 }, fill: 'tonexty', fillcolor: `${color}33` },
      {
        type: 'scatter',
        mode: 'markers',
        name,
        legendgroup: name,
        x: points.map((point) => drawnX(point.x)),
        y: points.map((point) => drawn(point.y)),
        marker: { color, size: 5, opacity: points.length > 1000 ? 0.45 : 0.8 },
      },
      {
        type: 'scatter',
        mode: 'lines',
        name: `${name}, fitted`,
        legendgroup: name,
        x: xs.map(drawnX),
        y: curve.map((one) => drawn(one.y)),
        line: { color, width: 2 },
      },
    )
  }
  const layout = {
    title: { text: `${axisTitle(y)} over ${axisTitle(x)}` },
    xaxis: { title: { text: axisTitle(x) }, type: since === undefined ? 'linear' : 'date' },
    yaxis: { title: { text: axisTitle(y) }, type: 'linear' },
    showlegend: true,
    hovermode: 'closest',
  }
  return { data, layout }
}
