import { z } from 'zod'
import { RowFilter } from './previews.ts'

/**
 * Draws a chart of the rows of a table that meet a filter. The action `ChartRows` of a table replies with a document of
 * class `ChartPreview` and changes nothing.
 */
export const ChartRowsParameters = z.object({
  Chart: z.enum(['Line', 'Points', 'Bars']),
  /**
   * The column of the horizontal axis, with numbers or times, or the column of the categories. If absent, the
   * horizontal axis is the row number in the view's order.
   */
  X: z.string().max(1000).nullish(),
  /** The column of the vertical axis, with numbers. Not needed for bars that count rows. */
  Y: z.string().max(1000).nullish(),
  /**
   * The column with one line for each of its values. If absent and values of X repeat, the column that distinguishes
   * the series, chosen as by the step `plot_table`. If empty, there is only one line.
   */
  ColorBy: z.string().max(1000).nullish(),
  /** What the height of a bar shows about the rows of its category. */
  Measure: z.enum(['Count', 'Sum', 'Mean']).nullish(),
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  ...RowFilter,
})
export type ChartRowsParameters = z.infer<typeof ChartRowsParameters>

/** A bar of a chart. `Value` is null if no row of the category has a value. */
export interface ChartBar {
  /** The category as the file spells it. Null for rows without a category. */
  Category: string | null
  Value: number | null
}

/** A point of a chart. If Y is null, the line has a gap. */
export interface ChartPoint {
  X: number
  Y: number | null
}

/** Properties of class `ChartPreview`. */
export interface ChartPreviewProperties {
  /** The type of X. Times are milliseconds since 1970, row numbers are 1-based. */
  XKind: 'number' | 'time' | 'row'
  /** The column with the times of day, if the column X has only dates. */
  XClock?: string
  /**
   * Up to a few thousand points. If there are more rows, lines keep their peaks, and points in the same place are
   * reduced to one.
   */
  Points: ChartPoint[]
  /** The lines, if `ColorBy` is set. `Points` is then empty. */
  Series?: { Name: string | null; Points: ChartPoint[]; JoinsMissing?: boolean }[]
  /** The column with one line for each of its values. */
  ColorBy?: string
  /** For a line chart: columns with few distinct values, which are suitable for `ColorBy`. */
  ColorColumns?: string[]
  /** Number of values of the column without a line, because only the most frequent values are drawn. */
  SeriesLeftOut?: number
  /** True if most values of X occur several times in the same line. */
  Repeats?: true
  /** The highest bars. `TotalBars` counts all of them. */
  Bars: ChartBar[]
  TotalBars: number
  /** True if the line joins points across missing values, because most values are missing. */
  JoinsMissing?: boolean
  /** Number of rows in the chart, which are those with all required values. */
  Rows: number
}
