import { writeFile } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural } from '@millrace/tables/sentences'
import type { Table } from '@millrace/tables/table'
import { defineStep, type StepContext, StepError } from '@millrace/worker-sdk'
import { LEVELS } from '#sample/small-tables.ts'
import { columnNamed } from '#tables/choose-columns.ts'
import { readMoments, readTable, requireRows } from '#tables/read-table.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { inTimeZone } from '#tables/time-zone.ts'
import { withEngine } from '#tables/with-engine.ts'
import { BUCKETS } from './aggregate/time-buckets.ts'
import { FIGURE_FILES, saveFigure } from './figures/save-figure.ts'
import { withAxes } from './plot/axes.ts'
import { barFigure, boxFigure, histogramFigure } from './plot/category-charts.ts'
import { type Chart, chooseChart } from './plot/choose-chart.ts'
import { type Combination, combinationOf } from './plot/combine.ts'
import type { Figure } from './plot/figure.ts'
import { withFittingTexts } from './plot/figure-texts.ts'
import { heatMapFigure } from './plot/heat-map.ts'
import { leftOutOfLogAxes, logAxisNote } from './plot/log-axes.ts'
import { withColors } from './plot/palette.ts'
import { panelsFigure } from './plot/panels.ts'
import { PLOT_PARAMETERS, type PlotParameters } from './plot/plot-parameters.ts'
import { pointFigure } from './plot/point-charts.ts'
import { MARKS_MAX, type PointLimit, pointsPerPanel } from './plot/points-per-panel.ts'
import { scatterMatrixFigure } from './plot/scatter-matrix.ts'

const CHART_TYPE = PLOT_PARAMETERS.properties.chart
const CHARTS = CHART_TYPE.enum.filter((kind) => kind !== 'auto')
const PLOTLY_MEDIA = 'application/vnd.plotly.v1+json'

export const plotTable = defineStep({
  functionName: 'plot_table',
  version: '2.8.12',
  deterministic: true,
  title: 'Plot table',
  shortDescription:
    'Draws lines, points, bars, a histogram, box plots, a heat map or a scatter matrix as an interactive chart.',
  longDescription: `By default, a table with a time column is drawn as lines over time, with one color per
series. Other tables are drawn as points, bars or a histogram, depending on their columns.

Large tables are downsampled; peaks are kept. Missing values leave gaps in the line, unless most values are missing. Bars and box plots keep the row order
of the table. Box plots show values beyond the whiskers as points, up to 500 per box. A date column and a time-of-day column
are combined.

“Combine times by” draws one value per interval, such as the mean of each month. Error bars show the standard deviation,
the standard error of the mean, or values from a column. “Also save as” saves the chart as PDF, SVG or PNG.

Units come from brackets in a column name, such as Level [cm], or from a row of units below the header. They are
shown on the axes, and a second unit gets a secondary axis. Suffixes such as _cm or _min are not read as units.`,
  parameters: PLOT_PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'The table to draw.', mediaType: TABLE_MEDIA }],
  outputs: [
    { name: 'plot', title: 'Figure', description: 'Plotly JSON.', mediaType: PLOTLY_MEDIA },
    { ...FIGURE_FILES, min: 0 },
  ],
  returns: {
    type: 'object',
    properties: {
      chart: { type: 'string', title: 'Chart', enum: CHARTS, 'x-enum-titles': CHART_TYPE['x-enum-titles'] },
      traces: { type: 'integer', title: 'Series' },
    },
  },
  categories: ['Plots'],
  tasks: [
    'plot',
    'chart',
    'graph',
    'line chart',
    'scatter',
    'bar chart',
    'histogram',
    'box plot',
    'boxplot',
    'heat map',
    'heatmap',
    'scatter matrix',
    'facets',
    'small multiples',
    'logarithmic axis',
    'secondary axis',
    'time series',
    'visualize',
    'draw',
    'error bars',
    'monthly mean',
    'standard deviation',
    'save as PDF',
  ],
  icon: 'chart-line',
  showFirst: ['plot'],
  examples: [
    {
      title: 'Weekly mean with error bars, as PDF',
      parameters: { y: ['level_cm'], color: 'station', interval: 'week', error_bars: 'deviation', save_as: ['pdf'] },
      inputs: { table: [LEVELS] },
    },
    { title: 'Water levels over time', parameters: { y: ['level_cm'], color: 'station' }, inputs: { table: [LEVELS] } },
    {
      title: 'Box plots of discharge per station',
      parameters: { chart: 'box', x: 'station', y: ['discharge_m3s'] },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Heat map of levels per station and day',
      parameters: { chart: 'heatmap', y: ['level_cm'], rows: 'station' },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Scatter matrix of level and discharge',
      parameters: { chart: 'matrix', y: ['level_cm', 'discharge_m3s'], color: 'station' },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'One panel per station',
      parameters: { y: ['level_cm'], facet: 'station' },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Discharge over level, both logarithmic',
      parameters: { chart: 'scatter', x: 'level_cm', y: ['discharge_m3s'], log_x: true, log_y: true },
      inputs: { table: [LEVELS] },
    },
    {
      title: 'Level and discharge with two axes',
      parameters: { y: ['level_cm'], right: ['discharge_m3s'], color: 'station' },
      inputs: { table: [LEVELS] },
    },
  ],
  run: (context) => withEngine(context, (engine) => plot(engine, context)),
})

async function plot(engine: Engine, context: StepContext<PlotParameters>) {
  const { parameters, log } = context
  const read = await readTable(engine, context.input('table'), { ...context, mismatches: 'empty' })
  requireRows(read)
  context.progress(0.6)
  const { color, rows, facet, error_column, right, y } = parameters
  const others = [color, rows, facet, error_column, ...right, ...y]
  const moments = await readMoments(engine, read, { log, time: parameters.x, others })
  const found = await chooseChart(engine, moments.table, { ...parameters, x: moments.time, log })
  log.info(sentence(found))
  const combination = await combinationOf(engine, moments.table, { chart: found, parameters })
  const { chart, table } = await inZone(engine, moments.table, { chart: found, combination, parameters, log })
  if (chart.groupsLeftOut > 0) {
    log.warn(
      `Only the ${chart.groups.length} most frequent values of \`${chart.color?.name}\` are drawn; about ${chart.groupsLeftOut} are not.`,
    )
  }
  const hasMarks = chart.kind !== 'line' || combination.spread !== undefined
  const reduced = new Set<number>()
  const joined = new Set<string>()
  const leftOut = { marks: 0, of: 0 }
  const drawPart = async (part: Table, panels = 1) => {
    const limit = pointsPerPanel(parameters.points, { hasMarks, panels })
    if (limit.most < Math.min(parameters.points, part.rows)) reduced.add(limit.most)
    const { data, layout } = await draw(engine, part, { chart, parameters, combination, limit, joined })
    const { marks, of } = leftOutOfLogAxes(data, { ...parameters, kind: chart.kind })
    leftOut.marks += marks
    leftOut.of += of
    return { data, layout: withAxes(layout, parameters) }
  }
  const column =
    PANELED.includes(chart.kind) && facet ? columnNamed(table, { name: facet, parameter: 'facet' }) : undefined
  const whole = column ? await panelsFigure(engine, table, { column, draw: drawPart }) : await drawPart(table)
  const figure = column || !PANELED.includes(chart.kind) ? whole : withColors(whole)
  if (figure.data.length === 0) throw new StepError(nothingToDraw(table, chart))
  for (const most of reduced)
    log.info(`Each panel has at most ${plural(most, 'point')}, because a figure can show ${count(MARKS_MAX)} in total.`)
  for (const name of joined)
    log.warn(`Most points of \`${name}\` are separated by missing values, so its line is drawn across these gaps.`)
  if (leftOut.marks > 0) log.warn(logAxisNote(leftOut, chart.kind))
  figure.layout.title.text = parameters.title ?? table.name
  const path = context.output('plot', { suffix: '.plotly.json', mediaType: PLOTLY_MEDIA })
  const json = JSON.stringify(withFittingTexts(figure))
  await writeFile(path, json)
  await saveFigure(context, json, { formats: parameters.save_as, slot: 'files' })
  log.info(`Drew ${plural(pointsOf(figure), 'point')} of ${plural(table.rows, 'row')}.`)
  return { chart: chart.kind, traces: figure.data.length }
}

async function inZone(
  engine: Engine,
  table: Table,
  { chart, combination, parameters, log }: Omit<Drawing, 'limit' | 'joined'> & Pick<StepContext<PlotParameters>, 'log'>,
) {
  const { interval } = combination
  if (!chart.x || !interval || interval === 'hour') return { chart, table }
  const wanted = { time: chart.x, zone: parameters.time_zone, seconds: BUCKETS[interval], log }
  const local = await inTimeZone(engine, table, wanted)
  return { chart: { ...chart, x: local.time }, table: local.table }
}

const PANELED = ['line', 'scatter', 'bar', 'histogram', 'box']

interface Drawing {
  chart: Chart
  parameters: PlotParameters
  combination: Combination
  limit: PointLimit
  joined: Set<string>
}

function draw(engine: Engine, table: Table, { chart, parameters, combination, limit, joined }: Drawing) {
  const { bins, order } = parameters
  if (chart.kind === 'bar') return barFigure(engine, table, { chart, combination, order })
  if (chart.kind === 'box') return boxFigure(engine, table, { chart })
  if (chart.kind === 'heatmap') return heatMapFigure(engine, table, { chart, combination })
  if (chart.kind === 'matrix') return scatterMatrixFigure(engine, table, { chart, most: limit.most })
  if (chart.kind === 'histogram') return histogramFigure(engine, table, { chart, bins })
  return pointFigure(engine, table, { chart, limit, combination, joined })
}

function sentence({ kind, x, y, color }: Chart): string {
  const over = x ? ` over ${x.name}` : ''
  return `Drawing ${listed(y.map((column) => column.name))}${over}${color ? `, colored by ${color.name}` : ''} (${kind}).`
}

function nothingToDraw(table: Table, { x, y }: Chart): string {
  const names = [...(x ? [x] : []), ...y].map((column) => `\`${column.name}\``)
  return `No row of ${table.name} has a value in ${names.join(' and ')}. Choose other columns.`
}

function pointsOf({ data }: Figure): number {
  return data.reduce((sum, trace) => sum + (trace.y?.length ?? trace.x?.length ?? 0), 0)
}
