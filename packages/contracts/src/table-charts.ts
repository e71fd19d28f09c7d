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
  /**
   * The column whose values have a line each. Absent: the one that distinguishes the series if values of X repeat, as the
   * step `plot_table` chooses it. Empty: none.
   */
  ColorBy: z.string().max(1000).nullish(),
  /** What bars show of the rows of a category. */
  Measure: z.enum(['Count', 'Sum', 'Mean']).nullish(),
  Sort: z.string().max(1000).nullish(),
  Order: z.enum(['Ascending', 'Descending']).nullish(),
  ...RowFilter,
})
export type ChartRowsParameters = z.infer<typeof ChartRowsParameters>

/** A bar of a chart. `Value` is null if none of its rows has one. */
export interface ChartBar {
  /** As the file has it. Null for rows without a value. */
  Category: string | null
  Value: number | null
}

/** A Y of null is a gap. */
export interface ChartPoint {
  X: number
  Y: number | null
}

/** Properties of class `ChartPreview`. */
export interface ChartPreviewProperties {
  /** What X is. Times are milliseconds since 1970, rows count from 1. */
  XKind: 'number' | 'time' | 'row'
  /** The column with the times of day that complete the dates of X. */
  XClock?: string
  /** Up to a few thousand. With more rows, lines keep their peaks, and points in the same place are reduced to one. */
  Points: ChartPoint[]
  /** The lines, if a column has one for each of its values; `Points` is empty then. */
  Series?: { Name: string | null; Points: ChartPoint[]; JoinsMissing?: boolean }[]
  /** The column whose values have a line each. */
  ColorBy?: string
  /** Of a line: the columns with few values, which may have a line each. */
  ColorColumns?: string[]
  /** How many values of the column have no line, because only the most frequent ones are drawn. */
  SeriesLeftOut?: number
  /** Most values of X repeat in the same line. */
  Repeats?: true
  /** The highest bars. */
  Bars: ChartBar[]
  TotalBars: number
  /** The line joins points across missing values, because most are missing. */
  JoinsMissing?: boolean
  /** How many rows the chart is of: those with the values that it needs. */
  Rows: number
}
