import { z } from 'zod'
import { RowFilter } from './previews.ts'

/**
 * A chart of the rows of a table that meet a filter. The action `ChartRows` of a table replies with a document of class
 * `ChartPreview` and changes nothing.
 */
export const ChartRowsParameters = z.object({
  Chart: z.enum(['Line', 'Points', 'Bars']),
  /**
   * The column of the horizontal axis, with numbers or times, or of the categories. Absent: the rows in the order of the
   * view.
   */
  X: z.string().max(1000).nullish(),
  /** The column of the vertical axis, with numbers. Bars that count rows need none. */
  Y: z.string().max(1000).nullish(),
  /** What bars show of the rows of a category. */
  Measure: z.enum(['Count', 'Sum', 'Mean']).nullish(),
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  ...RowFilter,
})
export type ChartRowsParameters = z.infer<typeof ChartRowsParameters>

export interface ChartBar {
  /** As the file has it. Null for rows without a value. */
  Category: string | null
  Value: number | null
}

/** Properties of class `ChartPreview`. */
export interface ChartPreviewProperties {
  /** What X is. Times are milliseconds since 1970, rows count from 1. */
  XKind: 'number' | 'time' | 'row'
  /** Up to some thousand. In a line of more rows, peaks are kept; of many points in the same place, one is. A Y of null is a gap. */
  Points: { X: number; Y: number | null }[]
  /** The highest ones. */
  Bars: ChartBar[]
  TotalBars: number
  /** The line joins points across missing values, because most are missing. */
  JoinsMissing?: boolean
  /** How many rows the chart is of: those with the values that it needs. */
  Rows: number
}
