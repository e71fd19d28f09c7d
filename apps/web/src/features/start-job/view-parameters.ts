import { COMPARISON_LABELS } from '@millrace/contracts/comparison-labels'
import type { RowComparison, RowCondition } from '@millrace/contracts/previews'
import type { Parameters } from '#components/schema-form/defaults.ts'

/** The settings of a table view. */
export interface TableViewSettings {
  where: readonly RowCondition[]
  ignoreCase: boolean
  sort: { column: string; descending: boolean } | undefined
  /** The visible columns in order, if not all are visible. */
  columns: readonly string[] | undefined
  /** The sheet name, if the workbook has several sheets. */
  sheet: string | undefined
}

/** Returns parameters for the step *Filter rows and columns* that reproduce the table view. */
export function parametersOfView({ where, ignoreCase, sort, columns, sheet }: TableViewSettings): Parameters {
  return {
    conditions: where.map(({ Column, Is, Values }) => ({
      column: Column,
      is: COMPARISON_LABELS[Is],
      ...operandOf(Is, Values),
    })),
    match: 'all',
    matching_rows: 'kept',
    ignore_case: ignoreCase,
    columns: [...(columns ?? [])],
    sort_by: sort?.column ?? null,
    descending: sort?.descending ?? false,
    first_rows: null,
    sheet: sheet ?? null,
  }
}

/** The settings of a chart. */
export interface ChartSettings {
  chart: 'Line' | 'Points' | 'Bars'
  x: string | undefined
  y: string | undefined
  /** The column that splits the chart into one line per value. */
  color?: string | undefined
  measure: 'Count' | 'Sum' | 'Mean'
  sheet: string | undefined
}

const CHARTS = { Line: 'line', Points: 'scatter', Bars: 'bar' } as const
const MEASURES = { Count: 'count', Sum: 'sum', Mean: 'mean' } as const

/** Returns parameters for the step *Plot table* that reproduce the chart. */
export function parametersOfChart({ chart, x, y, color, measure, sheet }: ChartSettings): Parameters {
  const isCount = chart === 'Bars' && measure === 'Count'
  return {
    chart: CHARTS[chart],
    x: x ?? null,
    y: y === undefined || isCount ? [] : [y],
    ...(chart === 'Line' && color && { color }),
    ...(chart === 'Bars' && { measure: MEASURES[measure] }),
    sheet: sheet ?? null,
  }
}

function operandOf(is: RowComparison, values: RowCondition['Values']): { value?: string } {
  if (!values || values.length === 0) return {}
  if (is === 'OneOf') return { value: values.map(listed).join(', ') }
  return { value: is === 'Between' ? values.join(' and ') : (values[0] ?? '') }
}

/** Formats a value as a list item, in quotes if its commas or spaces would be mistaken for those of the list. */
function listed(value: string): string {
  return /[,;"]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}
