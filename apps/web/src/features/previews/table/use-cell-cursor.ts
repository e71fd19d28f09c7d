import { type KeyboardEvent, type RefObject, useState } from 'react'
import { type CellPlace, type CellRange, rangeBetween } from './cell-range.ts'
import { numberWidth, ROW_HEIGHT, scrollTopFor } from './grid-window.ts'

interface CellCursorOptions {
  frame: RefObject<HTMLElement | null>
  totalRows: number
  widths: readonly number[]
  view: { first: number; height: number }
  cell: CellPlace | undefined
  setCell: (cell: CellPlace | undefined) => void
  onCopy: (range: CellRange) => void
}

const MOVES: Record<string, CellPlace> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

/**
 * State of the current cell. It is set by a click, or by Enter in the focused table, moved with the arrow keys, and
 * cleared with Escape. Without a current cell, the arrow keys scroll as usual. Shift or dragging selects a range of
 * cells. Ctrl+C copies the range or the current cell.
 */
export function useCellCursor({ frame, totalRows, widths, view, cell, setCell, onCopy }: CellCursorOptions) {
  const [anchor, setAnchor] = useState<CellPlace>()
  const range = cell && rangeBetween(anchor ?? cell, cell)

  /** Selects a cell, or all cells from the anchor to it. Undefined clears the selection. */
  function select(to: CellPlace | undefined, isExtended = false): void {
    setAnchor(isExtended && to ? (anchor ?? cell) : undefined)
    setCell(to)
  }

  function goTo({ row, column }: CellPlace, isExtended = false): void {
    const to = { row: within(row, totalRows), column: within(column, widths.length) }
    select(to, isExtended)
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
    if (event.target !== frame.current || event.altKey || totalRows === 0) return
    const isCommand = event.ctrlKey || event.metaKey
    const move = cell && MOVES[event.key]
    if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'c' && range && String(getSelection()) === '')
      onCopy(range)
    else if (isCommand) return
    else if (event.key === 'Escape' && cell) select(undefined)
    else if (event.key === 'Enter' && !cell) goTo({ row: Math.ceil(view.first), column: 0 })
    else if (move) goTo({ row: cell.row + move.row, column: cell.column + move.column }, event.shiftKey)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  function selectBetween(from: CellPlace, to: CellPlace): void {
    setAnchor(from)
    setCell(to)
  }

  return { range, select, selectBetween, reveal, onKeyDown }
}

function within(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, place))
}
