import type { Engine } from '@millrace/tables/engine'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { axisTitle } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'
import { axisKey, drawn, type Figure, type Layout, type Trace } from './figure.ts'
import { colorAt } from './palette.ts'
import { panelDomain } from './panels.ts'
import { groupSql } from './thin-points.ts'

const COLUMNS_MAX = 8
const POINTS_LEAST = 50

/** Each column against each other one. All panels show the same rows: all, or a uniform sample. */
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
  const data: Trace[] = []
  for (const [at, group] of groups.entries()) {
    const columns = y.map((column, index) => `${sqlName(column.name)}::DOUBLE AS v${index}`)
    const rows = await engine.rows<Record<string, number | null>>(
      `FROM (SELECT ${columns.join(', ')} FROM ${table.view} WHERE ${groupSql(chart, group)}) USING SAMPLE reservoir(${each} ROWS) REPEATABLE (1)`,
    )
    if (rows.length > 0)
      data.push(...tracesOf(y, rows, { name: color ? (group ?? '(empty)') : 'Rows', color: colorAt(at) }))
  }
  const layout: Layout = {
    title: { text: table.name },
    ...axesOf(y),
    showlegend: color !== undefined && groups.length > 1,
    ...(color && { legend: { title: { text: axisTitle(color) } } }),
    hovermode: 'closest',
  }
  return { data, layout }
}

function tracesOf(
  y: readonly TableColumn[],
  rows: readonly Record<string, number | null>[],
  { name, color }: { name: string; color: string },
): Trace[] {
  const values = (at: number) => rows.map((row) => finite(row[`v${at}`]))
  return y.flatMap((_, down) =>
    y.flatMap((__, across): Trace[] =>
      down === across
        ? []
        : [
            {
              type: 'scatter',
              mode: 'markers',
              name,
              legendgroup: name,
              showlegend: down === 1 && across === 0,
              x: values(across),
              y: values(down),
              marker: { color, size: 4, opacity: rows.length > 300 ? 0.45 : 0.8 },
              xaxis: across === 0 ? 'x' : `x${across + 1}`,
              yaxis: down === 0 ? 'y' : `y${down + 1}`,
            },
          ],
    ),
  )
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
    return [
      [axisKey('x', at), bottom],
      [axisKey('y', at), left],
    ]
  })
  return Object.fromEntries(axes)
}
