import type { KeyboardEvent, RefObject } from 'react'
import { numberWidth, ROW_HEIGHT, scrollTopFor } from './grid-window.ts'

/** A cell by its place in what is shown: hidden columns do not count, and the order is the one chosen. */
export interface CellPlace {
  row: number
  column: number
}

interface CellCursorOptions {
  frame: RefObject<HTMLElement | null>
  totalRows: number
  widths: readonly number[]
  view: { first: number; height: number }
  cell: CellPlace | undefined
  setCell: (cell: CellPlace | undefined) => void
}

const MOVES: Record<string, CellPlace> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

/**
 * The cell somebody looks at: pressed, or chosen by Enter in the focused table, moved by arrows, left by Escape. Without
 * one the arrows scroll as they do anywhere.
 */
export function useCellCursor({ frame, totalRows, widths, view, cell, setCell }: CellCursorOptions) {
  function goTo({ row, column }: CellPlace): void {
    const to = { row: within(row, totalRows), column: within(column, widths.length) }
    setCell(to)
    reveal(to)
  }

  function reveal({ row, column }: CellPlace): void {
    const element = frame.current
    if (!element) return
    const rowsInView = Math.max(1, Math.floor(view.height / ROW_HEIGHT))
    const first = row < view.first ? row : Math.max(view.first, row - rowsInView + 1)
    const top = first === view.first ? element.scrollTop : scrollTopFor(first, totalRows, view.height)
    const start = widths.slice(0, column).reduce((sum, width) => sum + width, 0)
    const end = start + (widths[column] ?? 0) - (element.clientWidth - numberWidth(totalRows))
    element.scrollTo({ top, left: Math.min(start, Math.max(end, element.scrollLeft)) })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== frame.current || event.ctrlKey || event.metaKey || event.altKey || totalRows === 0) return
    const move = cell && MOVES[event.key]
    if (event.key === 'Escape' && cell) setCell(undefined)
    else if (event.key === 'Enter' && !cell) goTo({ row: Math.ceil(view.first), column: 0 })
    else if (move) goTo({ row: cell.row + move.row, column: cell.column + move.column })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { reveal, onKeyDown }
}

function within(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, place))
}
