import type { TableColumn } from '@millrace/tables/table'
import { axisTitle } from './axis-title.ts'
import type { Chart } from './choose-chart.ts'

export function traceName({ color, y }: Pick<Chart, 'color' | 'y'>, column: TableColumn, group: string | null): string {
  if (!color) return axisTitle(column)
  const value = group ?? '(empty)'
  return y.length > 1 ? `${value}, ${axisTitle(column)}` : value
}
