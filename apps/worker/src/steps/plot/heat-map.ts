import type { Engine } from '@millrace/tables/engine'
import { count } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { textSql } from '#tables/value-text.ts'
import { axisTitle } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'
import { type Combination, combinedSql, combinedTitle, intervalSql } from './combine.ts'
import { drawn, type Figure } from './figure.ts'

const ROWS_MAX = 200
const COLUMNS_MAX = 2000

/** Draws one colored cell per pair of values on the two axes. Cells without a value stay empty. */
export async function heatMapFigure(
  engine: Engine,
  table: Table,
  { chart, combination }: { chart: Chart; combination: Combination },
): Promise<Figure> {
  const { x, y, rows } = chart
  const [column] = y
  if (!x || !rows || !column) throw new Error('A heat map needs an X column, rows and values.')
  const { interval, measure } = combination
  const sides = {
    x: await valuesOf(engine, table, { sql: `${intervalSql(x, interval)}::VARCHAR`, column: x, most: COLUMNS_MAX }),
    y: await valuesOf(engine, table, { sql: textSql(rows), column: rows, most: ROWS_MAX }),
  }
  const cells = await engine.rows<{ x: string | null; y: string | null; z: number | null }>(
    `SELECT ${intervalSql(x, interval)}::VARCHAR AS x, ${textSql(rows)} AS y, ${combinedSql(column, measure)} AS z
     FROM ${table.view} GROUP BY 1, 2`,
  )
  const places = { x: placesOf(sides.x), y: placesOf(sides.y) }
  const z = sides.y.map((): (number | null)[] => sides.x.map(() => null))
  for (const cell of cells) {
    const row = z[places.y.get(cell.y) ?? -1]
    const at = places.x.get(cell.x)
    if (row && at !== undefined && cell.z !== null && Number.isFinite(cell.z)) row[at] = drawn(cell.z)
  }
  const name = measure === 'count' ? 'Rows' : axisTitle(column)
  const title = combinedTitle(name, { ...combination, spread: undefined })
  return {
    data: [
      {
        type: 'heatmap',
        name,
        x: sides.x.map(textOf),
        y: sides.y.map(textOf),
        z,
        colorscale: 'Viridis',
        // Smoothing would show values that don’t exist between the cells.
        zsmooth: false,
        hoverongaps: false,
        colorbar: { title: { text: title, side: 'right' } },
      },
    ],
    layout: {
      title: { text: table.name },
      xaxis: { title: { text: axisTitle(x) }, type: x.kind === 'time' ? 'date' : 'category' },
      yaxis: { title: { text: axisTitle(rows) }, type: 'category' },
      showlegend: false,
      hovermode: 'closest',
    },
  }
}

async function valuesOf(
  engine: Engine,
  table: Table,
  { sql, column, most }: { sql: string; column: TableColumn; most: number },
): Promise<(string | null)[]> {
  const order = column.kind === 'text' ? `min(${ROW})` : `min(${sqlName(column.name)})`
  const found = await engine.rows<{ value: string | null }>(
    `SELECT ${sql} AS value FROM ${table.numbered} GROUP BY 1 ORDER BY ${order} LIMIT ${most + 1}`,
  )
  if (found.length > most) {
    throw new StepError(
      `Column \`${column.name}\` has more than ${count(most)} distinct values, too many for a heat map. ${
        column.kind === 'time' ? 'Choose an interval under “Combine times by”.' : 'Choose a column with fewer values.'
      }`,
      { parameter: { name: column.kind === 'time' ? 'interval' : 'rows' } },
    )
  }
  return found.map(({ value }) => value)
}

function placesOf(values: readonly (string | null)[]): Map<string | null, number> {
  return new Map(values.map((value, at) => [value, at]))
}

function textOf(value: string | null): string {
  return value ?? '(empty)'
}
