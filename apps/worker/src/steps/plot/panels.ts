import type { Engine } from '@millrace/tables/engine'
import { count } from '@millrace/tables/sentences'
import { sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { StepError } from '@millrace/worker-sdk'
import { textSql } from '#tables/value-text.ts'
import { type Axis, axisKey, type Figure, type Trace } from './figure.ts'
import { colored } from './palette.ts'

const PANELS_MAX = 16
const GAP = 0.07

/** Draws one panel per value of a column, with common axes and one legend. */
export async function panelsFigure(
  engine: Engine,
  table: Table,
  { column, draw }: { column: TableColumn; draw(part: Table, panels: number): Promise<Figure> },
): Promise<Figure> {
  const name = textSql(column)
  const values = await engine.rows<{ value: string | null; rows: number }>(
    `SELECT ${name} AS value, count(*)::DOUBLE AS rows FROM ${table.view} GROUP BY 1 ORDER BY 1 NULLS LAST LIMIT ${PANELS_MAX + 1}`,
  )
  if (values.length > PANELS_MAX) {
    throw new StepError(
      `Column \`${column.name}\` has more than ${count(PANELS_MAX)} distinct values, too many for panels. Choose a column with few values.`,
      { parameter: { name: 'facet' } },
    )
  }
  const panels: { title: string; figure: Figure }[] = []
  for (const { value, rows } of values) {
    const where = value === null ? `${name} IS NULL` : `${name} = ${sqlText(value)}`
    const view = `(SELECT * FROM ${table.view} WHERE ${where})`
    const numbered = `(SELECT * FROM ${table.numbered} WHERE ${where})`
    const { parts: _whole, ...rest } = table
    panels.push({ title: value ?? '(empty)', figure: await draw({ ...rest, view, numbered, rows }, values.length) })
  }
  return together(panels)
}

function together(panels: readonly { title: string; figure: Figure }[]): Figure {
  const [first] = panels
  if (!first) throw new Error('No panel was drawn, although the table has rows.')
  if (panels.some(({ figure }) => figure.layout.yaxis2)) {
    throw new StepError('Panels share one Y axis. Choose columns with the same unit.', { parameter: { name: 'facet' } })
  }
  const across = Math.ceil(Math.sqrt(panels.length))
  const down = Math.ceil(panels.length / across)
  const names = [...new Set(panels.flatMap(({ figure }) => figure.data.map((trace) => trace.name)))]
  const listed = new Set<string>()
  const data = panels.flatMap(({ figure }, at) => figure.data.map((trace) => placed(trace, { at, names, listed })))
  const { layout } = first.figure
  const axes = panels.flatMap(({ figure }, at) => {
    const place = { column: at % across, row: Math.floor(at / across), across, down }
    const isLowest = at + across >= panels.length
    return [
      [axisKey('x', at), axisOf(figure.layout.xaxis, { at, letter: 'x', place, titled: isLowest })],
      [axisKey('y', at), axisOf(figure.layout.yaxis, { at, letter: 'y', place, titled: place.column === 0 })],
    ]
  })
  const annotations = panels.map(({ title }, at) => ({
    text: escaped(title),
    showarrow: false as const,
    xref: `${at === 0 ? 'x' : `x${at + 1}`} domain`,
    yref: `${at === 0 ? 'y' : `y${at + 1}`} domain`,
    x: 0,
    y: 1.02,
    yanchor: 'bottom' as const,
  }))
  return { data, layout: { ...layout, ...Object.fromEntries(axes), annotations, showlegend: names.length > 1 } }
}

/** Assigns a trace to its panel. Traces with the same name share a color and a legend entry in all panels. */
function placed(
  trace: Trace,
  { at, names, listed }: { at: number; names: readonly string[]; listed: Set<string> },
): Trace {
  const isNew = !listed.has(trace.name)
  listed.add(trace.name)
  return {
    ...colored(trace, names.indexOf(trace.name)),
    legendgroup: trace.name,
    showlegend: isNew,
    ...(at > 0 && { xaxis: `x${at + 1}`, yaxis: `y${at + 1}` }),
  }
}

interface Place {
  column: number
  row: number
  across: number
  down: number
}

function axisOf(
  axis: Axis,
  { at, letter, place, titled }: { at: number; letter: 'x' | 'y'; place: Place; titled: boolean },
): Axis {
  const { column, row, across, down } = place
  const domain = letter === 'x' ? panelDomain(column, across) : panelDomain(down - 1 - row, down)
  const other = letter === 'x' ? 'y' : 'x'
  return {
    ...axis,
    title: { text: titled ? axis.title.text : '' },
    showticklabels: titled,
    domain,
    anchor: at === 0 ? other : `${other}${at + 1}`,
    ...(at > 0 && { matches: letter }),
  }
}

/** Returns the start and end of a panel as fractions of the figure's size. */
export function panelDomain(at: number, of: number): [number, number] {
  const gap = of > 1 ? Math.min(GAP, 0.3 / of) : 0
  const size = (1 - gap * (of - 1)) / of
  const start = at * (size + gap)
  return [Number(start.toFixed(4)), Number((start + size).toFixed(4))]
}

/** Escapes `<`, because Plotly interprets some HTML tags in annotations. */
function escaped(text: string): string {
  return text.replace(/</g, '&lt;')
}
