import { z } from 'zod'
import { RowFilter } from './previews.ts'

/**
 * Charts the rows of a table that match a filter. The action `ChartRows` of a table replies with a document of class
 * `ChartPreview` and changes nothing.
 */
export const ChartRowsParameters = z.object({
  Chart: z.enum(['Line', 'Points', 'Bars']),
  /**
   * The column of the horizontal axis, with numbers or times. By default, the horizontal axis is the row number in the
   * order of the view. For bars, the column with the categories, which is required.
   */
  X: z.string().max(1000).nullish(),
  /** The column of the vertical axis, with numbers. Not needed for bars with the measure `Count`. */
  Y: z.string().max(1000).nullish(),
  /**
   * The column that splits rows into lines, one for each value. If absent and values of X repeat, a column is chosen as
   * in the step `plot_table`. If empty, there is only one line.
   */
  ColorBy: z.string().max(1000).nullish(),
  Measure: z.enum(['Count', 'Sum', 'Mean']).nullish(),
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  ...RowFilter,
})
export type ChartRowsParameters = z.infer<typeof ChartRowsParameters>

/** A bar of a chart. `Value` is null if no row of the category has a number. */
export interface ChartBar {
  /** The category, spelled as in the file. Null for rows without a category. */
  Category: string | null
  Value: number | null
}

/** A point of a chart. The line has a gap where Y is null. */
export interface ChartPoint {
  X: number
  Y: number | null
}

export interface ChartPreviewProperties {
  /** The type of X. Times are milliseconds since 1970, row numbers are 1-based. */
  XKind: 'number' | 'time' | 'row'
  /** The column with the times of day, if the column of the horizontal axis has only dates. */
  XClock?: string
  /**
   * Up to a few thousand points. Longer lines are thinned out but keep their peaks, and points at the same place are
   * drawn once.
   */
  Points: ChartPoint[]
  /** The lines, if `ColorBy` is set. If so, `Points` is empty. */
  Series?: { Name: string | null; Points: ChartPoint[]; JoinsMissing?: boolean }[]
  ColorBy?: string
  /** For a line chart: columns with few distinct values, which are suitable for `ColorBy`. */
  ColorColumns?: string[]
  /** Number of values of `ColorBy` without a line. Only the most frequent values have lines. */
  SeriesLeftOut?: number
  /** True if many values of X occur in several rows of the same line. */
  Repeats?: true
  /** The highest bars. `TotalBars` includes the bars that are left out. */
  Bars: ChartBar[]
  TotalBars: number
  /** True if most values are missing. The line then joins points across missing values. */
  JoinsMissing?: boolean
  /** Number of rows in the chart. Rows without a required value are left out. */
  Rows: number
}
