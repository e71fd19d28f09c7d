import type { Engine } from '@millrace/tables/engine'
import { sqlDouble, sqlName, sqlText } from '@millrace/tables/sql'
import { ROW, type Table, type TableColumn } from '@millrace/tables/table'
import { axisTitle } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'
import { type Combination, combinedSql, combinedTitle, errorBars, intervalSql, spreadSql } from './combine.ts'
import { groupSql } from './downsample-points.ts'
import { drawn, type Figure, type Trace } from './figure.ts'
import type { PlotParameters } from './plot-parameters.ts'
import { traceName } from './trace-name.ts'

const CATEGORIES_MAX = 60
const OUTLIERS_MAX = 500
const EXACT_ROWS = 1_000_000

/**
 * Draws bars for each category of x: one bar per column and color. A bar's height is the measure of its column, such as
 * the mean. Categories are drawn in the given order. If there are too many, only the most frequent categories are
 * drawn.
 */
export async function barFigure(
  engine: Engine,
  table: Table,
  { chart, combination, order }: { chart: Chart; combination: Combination; order: PlotParameters['order'] },
): Promise<Figure> {
  const { x, y, groups } = chart
  const { measure, interval, spread } = combination
  if (!x) throw new Error('A bar chart needs an X column.')
  const columns = measure === 'count' ? y.slice(0, 1) : y
  const category = categorySql(x, interval)
  const categories = await categoriesOf(engine, table, category)
  const bars: {
    name: string
    heights: Map<string | null, number | null>
    errors: Map<string | null, number | null>
  }[] = []
  let isCombined = false
  for (const column of columns) {
    for (const group of groups) {
      const rows = await engine.rows<{ x: string | null; y: number | null; n: number; error: number | null }>(
        `SELECT ${category} AS x, ${combinedSql(column, measure)} AS y, count(*) AS n, ${spreadSql(column, spread)} AS error
         FROM ${table.view} WHERE ${groupSql(chart, group)} GROUP BY 1`,
      )
      isCombined ||= rows.some(({ n }) => n > 1)
      bars.push({
        name: traceName(chart, column, group),
        heights: new Map(rows.map((row) => [row.x, row.y])),
        errors: new Map(rows.map((row) => [row.x, row.error])),
      })
    }
  }
  const ordered = inOrder(categories, order, (one) => sumOf(bars.map(({ heights }) => heights.get(one))))
  const data = bars.map(({ name, heights, errors }): Trace => {
    const shown = ordered.filter((one) => heights.has(one))
    const bar = { x: shown.map(categoryName), y: shown.map((one) => rounded(heights.get(one))) }
    return { type: 'bar', name, ...bar, ...errorBars(shown.map((one) => errors.get(one) ?? null)) }
  })
  const names = columns.map((one) => axisTitle(one)).join(', ')
  // If no bar combines several rows, the title omits the measure: the mean of a single row is its value.
  const combined = interval || spread ? combinedTitle(names, combination) : `${names}, ${measure}`
  const title = measure === 'count' ? 'Rows' : isCombined || spread ? combined : names
  const layout = categoryLayout(table, { chart, title, many: data.length > 1 })
  // Without an explicit order, a category that is missing from the first trace would follow all others.
  const categorized = { categoryorder: 'array', categoryarray: ordered.map(categoryName) } as const
  return { data, layout: x.kind === 'time' ? layout : { ...layout, xaxis: { ...layout.xaxis, ...categorized } } }
}

function inOrder(
  categories: readonly (string | null)[],
  order: PlotParameters['order'],
  heightOf: (category: string | null) => number,
): readonly (string | null)[] {
  if (order === 'highest first') return categories.toSorted((a, b) => heightOf(b) - heightOf(a))
  if (order === 'lowest first') return categories.toSorted((a, b) => heightOf(a) - heightOf(b))
  if (order === 'name') return categories.toSorted((a, b) => NAMES.compare(categoryName(a), categoryName(b)))
  return categories
}

const NAMES = new Intl.Collator('en', { numeric: true })

function categoryName(category: string | null): string {
  return category ?? '(empty)'
}

function sumOf(values: readonly (number | null | undefined)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : drawn(value)
}

function categorySql(column: TableColumn, interval?: Combination['interval']): string {
  return `${intervalSql(column, interval)}::VARCHAR`
}

async function categoriesOf(engine: Engine, table: Table, category: string): Promise<(string | null)[]> {
  const rows = await engine.rows<{ value: string | null }>(
    `SELECT value FROM (
       SELECT ${category} AS value, count(*) AS n, min(${ROW}) AS first FROM ${table.numbered} GROUP BY 1
       ORDER BY n DESC, first LIMIT ${CATEGORIES_MAX}) ORDER BY first`,
  )
  return rows.map((row) => row.value)
}

/**
 * Draws boxes from the lower to the upper quartile. Whiskers extend to the farthest value within 1.5 interquartile
 * ranges, and values beyond them are drawn as points.
 */
export async function boxFigure(engine: Engine, table: Table, { chart }: { chart: Chart }): Promise<Figure> {
  const { x, y, groups } = chart
  const data: Trace[] = []
  for (const column of y) {
    for (const group of groups) {
      const boxes = await boxesOf(engine, table, { x, column, where: groupSql(chart, group) })
      if (boxes.length > 0) data.push(boxTrace(boxes, traceName(chart, column, group)))
    }
  }
  const title = y.length === 1 && y[0] ? axisTitle(y[0]) : 'Value'
  const layout = categoryLayout(table, { chart, title, many: data.length > 1 })
  // Boxes of the same category are drawn side by side. Without categories, each box has its own place.
  return { data, layout: x && data.length > 1 ? { ...layout, boxmode: 'group' } : layout }
}

interface Box {
  x: string | null
  q1: number
  median: number
  q3: number
  low: number
  high: number
  mean: number
  /**
   * Values beyond the whiskers, ascending: all of them, or an evenly spaced selection with the lowest and the highest.
   */
  outliers: number[]
}

function endsSql({ x, low, high }: Box): string {
  return `(${x === null ? 'NULL::VARCHAR' : sqlText(x)}, ${sqlDouble(low)}, ${sqlDouble(high)})`
}

async function boxesOf(
  engine: Engine,
  table: Table,
  { x, column, where }: { x?: TableColumn; column: TableColumn; where: string },
): Promise<Box[]> {
  const key = x ? categorySql(x) : sqlText(axisTitle(column))
  const categories = x ? await categoriesOf(engine, table, categorySql(x)) : []
  const shown = categories.map((one) => (one === null ? 'NULL' : sqlText(one)))
  const among = x ? `list_contains([${shown.join(', ')}], ${key})` : 'true'
  const quantile = table.rows > EXACT_ROWS ? 'approx_quantile' : 'quantile_cont'
  const cells = `SELECT ${key} AS x, ${sqlName(column.name)}::DOUBLE AS v FROM ${table.view} WHERE ${where} AND coalesce(${among}, true)`
  const values = `SELECT x, v FROM (${cells}) WHERE isfinite(v)`
  const boxes = await engine.rows<Box>(
    `WITH v AS (${values}), q AS (SELECT x, ${quantile}(v, [0.25, 0.5, 0.75]) AS q, avg(v) AS mean FROM v GROUP BY x)
     SELECT v.x, q.q[1] AS q1, q.q[2] AS median, q.q[3] AS q3, any_value(q.mean) AS mean,
       min(v) FILTER (WHERE v >= q.q[1] - 1.5 * (q.q[3] - q.q[1])) AS low,
       max(v) FILTER (WHERE v <= q.q[3] + 1.5 * (q.q[3] - q.q[1])) AS high
     FROM v JOIN q ON v.x IS NOT DISTINCT FROM q.x GROUP BY ALL`,
  )
  if (boxes.length === 0) return []
  const beyond = await engine.rows<{ x: string | null; v: number }>(
    `WITH v AS (${values}), ends AS (FROM (VALUES ${boxes.map(endsSql).join(', ')}) AS t(x, low, high)),
       beyond AS (SELECT v.x, v FROM v JOIN ends ON v.x IS NOT DISTINCT FROM ends.x WHERE v < low OR v > high)
     SELECT x, v FROM (SELECT x, v, row_number() OVER (PARTITION BY x ORDER BY v) AS place, count(*) OVER (PARTITION BY x) AS n FROM beyond)
     WHERE place = n OR (place - 1) % ceil(n / ${OUTLIERS_MAX - 1}) = 0 ORDER BY v`,
  )
  const outliers = Map.groupBy(beyond, ({ x: of }) => of)
  for (const box of boxes) box.outliers = outliers.get(box.x)?.map(({ v }) => v) ?? []
  return boxes.toSorted((a, b) => categories.indexOf(a.x) - categories.indexOf(b.x))
}

function boxTrace(boxes: readonly Box[], name: string): Trace {
  return {
    type: 'box',
    name,
    x: boxes.map((box) => categoryName(box.x)),
    q1: boxes.map((box) => drawn(box.q1)),
    median: boxes.map((box) => drawn(box.median)),
    q3: boxes.map((box) => drawn(box.q3)),
    lowerfence: boxes.map((box) => drawn(box.low)),
    upperfence: boxes.map((box) => drawn(box.high)),
    mean: boxes.map((box) => drawn(box.mean)),
    // Plotly draws no box at all if every list of outliers is empty.
    ...(boxes.some(({ outliers }) => outliers.length > 0) && {
      y: boxes.map(({ outliers }) => outliers.map(drawn)),
      boxpoints: 'outliers',
    }),
  }
}

export async function histogramFigure(
  engine: Engine,
  table: Table,
  { chart, bins }: { chart: Chart; bins: number },
): Promise<Figure> {
  const { y, groups } = chart
  const data: Trace[] = []
  for (const column of y) {
    const value = `${sqlName(column.name)}::DOUBLE`
    const { low, high } = await engine.row<{ low: number | null; high: number | null }>(
      `SELECT min(${value}) AS low, max(${value}) AS high FROM ${table.view} WHERE isfinite(${value})`,
    )
    if (low === null || high === null) continue
    // For numbers beyond 9e307, the range overflows to infinity, but a quarter of it does not.
    const scale = Number.isFinite(high - low) ? 1 : 4
    const start = low / scale
    const width = (high / scale - start) / bins || 1
    for (const group of groups) {
      const rows = await engine.rows<{ bin: number; n: number }>(
        `SELECT least(${bins - 1}, floor((${value} / ${scale} - ${sqlDouble(start)}) / ${sqlDouble(width)}))::INT AS bin, count(*) AS n
         FROM ${table.view} WHERE isfinite(${value}) AND ${groupSql(chart, group)} GROUP BY 1 ORDER BY 1`,
      )
      const x = rows.map(({ bin }) => drawn((start + (bin + 0.5) * width) * scale))
      const trace = { x, y: rows.map(({ n }) => n), width: Math.min(width * scale, Number.MAX_VALUE) }
      const overlaid = groups.length * y.length > 1 ? { opacity: 0.6 } : {}
      data.push({ type: 'bar', name: traceName(chart, column, group), ...trace, ...overlaid })
    }
  }
  const layout = categoryLayout(table, { chart, title: 'Rows', many: data.length > 1 })
  const xTitle = y.map((column) => axisTitle(column)).join(', ')
  const xaxis = { title: { text: xTitle }, type: 'linear' as const }
  return { data, layout: { ...layout, xaxis, barmode: 'overlay', bargap: 0.02 } }
}

function categoryLayout(
  table: Table,
  { chart, title, many }: { chart: Chart; title: string; many: boolean },
): Figure['layout'] {
  const { x, color } = chart
  return {
    title: { text: table.name },
    xaxis: { title: { text: x ? axisTitle(x) : '' }, type: x?.kind === 'time' ? 'date' : 'category' },
    yaxis: { title: { text: title } },
    showlegend: many,
    ...(color && many ? { legend: { title: { text: axisTitle(color) } } } : {}),
    hovermode: 'closest',
    barmode: 'group',
  }
}
