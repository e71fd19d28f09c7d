import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { axisTitle } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'
import { groupSql } from './downsample-points.ts'
import { type Axis, axisKey, drawn, type Figure, type Layout, type Trace } from './figure.ts'
import { colorAt } from './palette.ts'
import { panelDomain } from './panels.ts'

const COLUMNS_MAX = 8
const POINTS_LEAST = 50

/** Draws each pair of columns in a panel. All panels show the same rows: all rows, or a uniform sample. */
export async function scatterMatrixFigure(
  engine: Engine,
  table: Table,
  { chart, most }: { chart: Chart; most: number },
): Promise<Figure> {
  const { y, groups, color } = chart
  if (y.length < 2)
    throw new StepError('A scatter matrix needs at least two numeric columns. Choose them under “Y”.', {
      parameter: { name: 'y' },
    })
  if (y.length > COLUMNS_MAX) {
    throw new StepError(
      `A scatter matrix shows up to ${COLUMNS_MAX} columns, not ${y.length}. Choose fewer under “Y”.`,
      {
        parameter: { name: 'y' },
      },
    )
  }
  const each = Math.max(POINTS_LEAST, Math.floor(most / (y.length ** 2 * groups.length)))
  const samples: Sample[] = []
  for (const [at, group] of groups.entries()) {
    const columns = y.map((column, index) => `${sqlName(column.name)}::DOUBLE AS v${index}`)
    const rows = await engine.rows<Record<string, number | null>>(
      `FROM (SELECT ${columns.join(', ')} FROM ${table.view} WHERE ${groupSql(chart, group)}) USING SAMPLE reservoir(${each} ROWS) REPEATABLE (1)`,
    )
    const values = y.map((_, index) => rows.map((row) => finite(row[`v${index}`])))
    if (rows.length > 0) samples.push({ name: color ? (group ?? '(empty)') : 'Rows', color: colorAt(at), values })
  }
  const bins = y.map((_, index) => binsOf(samples.flatMap(({ values }) => values[index] ?? [])))
  const data = samples.flatMap((sample) => tracesOf(sample, bins))
  const layout: Layout = {
    title: { text: table.name },
    ...axesOf(y),
    showlegend: color !== undefined && groups.length > 1,
    ...(color && { legend: { title: { text: axisTitle(color) } } }),
    hovermode: 'closest',
    barmode: 'stack',
    bargap: 0,
  }
  return { data, layout }
}

/** The rows of a group. `values` contains one array per column. */
interface Sample {
  name: string
  color: string
  values: (number | null)[][]
}

function tracesOf({ name, color, values }: Sample, bins: readonly Bins[]): Trace[] {
  const axis = (letter: string, at: number) => (at === 0 ? letter : `${letter}${at + 1}`)
  return values.flatMap((downs, down) =>
    values.map((acrosses, across): Trace => {
      const shared = { name, legendgroup: name, xaxis: axis('x', across) }
      if (down === across) {
        const bars = histogram(downs, bins[down] ?? binsOf([]))
        return { ...shared, ...bars, marker: { color }, showlegend: false, yaxis: axis('y', values.length + down) }
      }
      return {
        ...shared,
        type: 'scatter',
        mode: 'markers',
        showlegend: down === 1 && across === 0,
        x: acrosses,
        y: downs,
        marker: { color, size: 4, opacity: downs.length > 300 ? 0.45 : 0.8 },
        yaxis: axis('y', down),
      }
    }),
  )
}

const BINS = 20

interface Bins {
  low: number
  width: number
}

/**
 * Returns bins for the values of a column. All groups share the bins, because only bars with the same bins can be
 * stacked.
 */
function binsOf(values: readonly (number | null)[]): Bins {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return { low, width: high / BINS - low / BINS || 1 }
}

function histogram(
  values: readonly (number | null)[],
  { low, width }: Bins,
): Pick<Trace, 'type' | 'x' | 'y' | 'width'> {
  const counts = new Map<number, number>()
  for (const value of values) {
    if (value === null) continue
    const bin = Math.min(BINS - 1, Math.floor(value / width - low / width))
    counts.set(bin, (counts.get(bin) ?? 0) + 1)
  }
  const shown = [...counts.keys()].toSorted((a, b) => a - b)
  const x = shown.map((bin) => drawn(low + (bin + 0.5) * width))
  return { type: 'bar', x, y: shown.map((bin) => counts.get(bin) ?? 0), width }
}

function finite(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : drawn(value)
}

function axesOf(y: readonly TableColumn[]): Pick<Layout, 'xaxis' | 'yaxis'> {
  const last = y.length - 1
  const axes = y.flatMap((column, at) => {
    const title = { text: axisTitle(column) }
    const bottom = {
      title,
      type: 'linear' as const,
      domain: panelDomain(at, y.length),
      anchor: last === 0 ? 'y' : `y${last + 1}`,
    }
    const left = { title, type: 'linear' as const, domain: panelDomain(last - at, y.length), anchor: 'x' }
    const counts: Axis = {
      title: { text: '' },
      type: 'linear',
      domain: left.domain,
      anchor: at === 0 ? 'x' : `x${at + 1}`,
      overlaying: at === 0 ? 'y' : `y${at + 1}`,
      tickmode: 'auto',
      showticklabels: false,
      showgrid: false,
      zeroline: false,
    }
    return [
      [axisKey('x', at), bottom],
      [axisKey('y', at), left],
      [axisKey('y', y.length + at), counts],
    ]
  })
  return Object.fromEntries(axes)
}
