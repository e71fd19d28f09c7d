import type { PreviewColumn } from '@millrace/contracts/previews'
import type { ChartRowsParameters } from '@millrace/contracts/table-charts'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

export interface ChartChoice {
  chart: ChartRowsParameters['Chart']
  /**
   * The column of the horizontal axis or, for bars, of the categories. If undefined, rows are drawn in the order of the
   * view.
   */
  x: string | undefined
  y: string | undefined
  /** The column that splits the chart into one line per value. Undefined: chosen by the server. Empty: none. */
  color?: string | undefined
  measure: NonNullable<ChartRowsParameters['Measure']>
}

type Columns = readonly Pick<PreviewColumn, 'Name' | 'Kind'>[]

const isNumber = ({ Kind }: Columns[number]) => Kind === 'number'
const isTime = ({ Kind }: Columns[number]) => Kind === 'time'

/** Returns the columns suitable for the horizontal axis of a line or scatter chart. */
export function axisColumns(columns: Columns): Columns {
  return columns.filter((column) => isNumber(column) || isTime(column))
}

export function numberColumns(columns: Columns): Columns {
  return columns.filter(isNumber)
}

/** Returns a suitable chart for a table, or for one of its columns. */
export function suggestedChart(columns: Columns, about?: Columns[number]): ChartChoice {
  const time = columns.find(isTime)
  const number = about && isNumber(about) ? about : columns.find((column) => isNumber(column) && column !== about)
  const none = { x: undefined, y: undefined, measure: 'Count' } as const
  if (about && !isNumber(about) && !isTime(about)) return { ...none, chart: 'Bars', x: about.Name }
  if (number) return { ...none, chart: 'Line', x: (about && isTime(about) ? about : time)?.Name, y: number.Name }
  const category = about ?? columns.find(({ Kind }) => Kind === 'text') ?? columns[0]
  return { ...none, chart: 'Bars', x: category?.Name }
}

/** Changes the type of a chart, keeping its columns where they are suitable. */
export function asChart(choice: ChartChoice, chart: ChartChoice['chart'], columns: Columns): ChartChoice {
  const isAxis = axisColumns(columns).some(({ Name }) => Name === choice.x)
  if (chart !== 'Bars') {
    const y = choice.y ?? numberColumns(columns).find(({ Name }) => Name !== choice.x)?.Name
    return { ...choice, chart, x: isAxis ? choice.x : columns.find(isTime)?.Name, y }
  }
  const category =
    columns.find(({ Kind }) => Kind === 'text' || Kind === 'boolean')?.Name ?? choice.x ?? columns[0]?.Name
  return { ...choice, chart, x: choice.chart === 'Bars' ? choice.x : category, measure: choice.y ? 'Mean' : 'Count' }
}

/** Describes the value of a bar: “Mean of level”. */
export function barText({ measure, y = '' }: Pick<ChartChoice, 'measure' | 'y'>): string {
  if (measure === 'Count') return texts.count
  return fill(measure === 'Sum' ? texts.sumOf : texts.meanOf, y)
}
