import { useMemo } from 'react'
import { columnWindow, stretched } from './grid-window.ts'
import type { GridColumn, TableColumn } from './table-columns.ts'
import { type ChosenColumns, hiddenColumns } from './table-state.ts'

interface ColumnsView {
  /** The width available to columns, excluding the row numbers. */
  room: number
  scrollLeft: number
}

/**
 * Returns the visible columns with their widths, and which of them are in view. All objects stay the same while only
 * rows are scrolled, so nothing that depends on them is rendered again.
 */
export function useShownColumns(all: readonly TableColumn[], chosen: ChosenColumns, { room, scrollLeft }: ColumnsView) {
  const names = useMemo(() => all.map(({ column }) => column.Name), [all])
  const hidden = useMemo(() => hiddenColumns(chosen, names), [chosen, names])
  const columns = useMemo(() => withWidths(all, hidden, room), [all, hidden, room])
  const widths = useMemo(() => columns.map(({ width }) => width), [columns])
  const cols = useMemo(() => columnWindow(widths, scrollLeft, room), [widths, scrollLeft, room])
  return { names, hidden, columns, widths, cols }
}

function withWidths(all: readonly TableColumn[], hidden: ReadonlySet<string>, room: number): GridColumn[] {
  const shown = all.filter(({ column }) => !hidden.has(column.Name))
  const widths = stretched(
    shown.map(({ natural }) => natural),
    room,
  )
  return shown.map((column, index) => ({ ...column, width: widths[index] ?? 0 }))
}
