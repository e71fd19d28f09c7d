import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useMemo, useRef } from 'react'
import type { RowsRequest, TablePreview } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import type { CellPlace, CellRange } from './cell-range.ts'
import { HEAD_HEIGHT } from './column-head.tsx'
import { GridHead } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import { type ColumnWindow, numberWidth, ROW_HEIGHT, type RowWindow } from './grid-window.ts'
import type { GridColumn } from './table-columns.ts'
import type { TableRow } from './use-table-rows.ts'

interface DataGridProps {
  frame: Ref<HTMLElement>
  label: string
  table: TablePreview
  columns: readonly GridColumn[]
  totalRows: number
  rows: RowWindow
  cols: ColumnWindow
  rowAt: (index: number) => TableRow | undefined
  request: RowsRequest
  onAsk: (change: Partial<RowsRequest>) => void
  empty: ReactNode
  foot: ReactNode
  /** The current cell, and the selected range that includes it. */
  cursor: CellPlace | undefined
  range: CellRange | undefined
  /** Whether a chart is shown above. The grid then keeps a fixed height, and the page grows instead. */
  isBelowChart: boolean
  onCell: (place: CellPlace, isExtended: boolean) => void
  onCellsBetween: (from: CellPlace, to: CellPlace) => void
  onKeyDown: (event: KeyboardEvent) => void
}

const FOOT_HEIGHT = 32
const BESIDE_ROWS = HEAD_HEIGHT + 1

/**
 * The CSS grid's two rows: the first fits as many whole table rows as possible, and the second is the footer, which
 * takes the remaining fraction of a table row.
 */
const WHOLE_ROWS = `calc(${BESIDE_ROWS}px + round(down, 100% - ${BESIDE_ROWS + FOOT_HEIGHT}px, ${ROW_HEIGHT}px)) minmax(0, 1fr)`

/** A table with at most this many rows is as high as its content, if an ancestor sets `--few-rows`. */
const FEW_ROWS = 8

/**
 * A table of which only the rows and columns in view are rendered. It can be scrolled with the keyboard when focused.
 */
export function DataGrid(props: DataGridProps) {
  const { frame, label, table, columns, totalRows, cols, request, onAsk, foot, isBelowChart, onKeyDown } = props
  const drawn = useMemo(() => columns.slice(cols.start, cols.end), [columns, cols])
  const numbers = numberWidth(totalRows)
  const rowTracks = totalRows > FEW_ROWS ? WHOLE_ROWS : `var(--few-rows, ${WHOLE_ROWS})`
  const width = numbers + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div
      className={clsx('grid flex-1 grid-cols-1', isBelowChart ? 'min-h-80 contain-size' : 'min-h-0')}
      style={{ gridTemplateRows: isBelowChart ? WHOLE_ROWS : rowTracks }}
    >
      <ScrollArea
        ref={frame}
        label={label}
        className="relative max-xl:scroll-fade-x sm:[--fade-start:0px]!"
        onKeyDown={onKeyDown}
      >
        <table
          aria-label={label}
          aria-rowcount={totalRows + 1}
          aria-colcount={columns.length + 1}
          className="table-fixed border-separate border-spacing-0"
          style={{ width, minWidth: '100%' }}
        >
          <colgroup>
            <col style={{ width: numbers }} />
            {cols.before > 0 ? <col style={{ width: cols.before }} /> : null}
            {drawn.map(({ column, width: columnWidth }) => (
              <col key={column.Name} style={{ width: columnWidth }} />
            ))}
            {cols.after > 0 ? <col style={{ width: cols.after }} /> : null}
          </colgroup>
          <GridHead table={table} drawn={drawn} cols={cols} request={request} onAsk={onAsk} />
          <GridBody {...props} drawn={drawn} />
        </table>
      </ScrollArea>
      {/* The footer's top border covers the bottom border of the last row. */}
      <footer className="-mt-px flex min-h-[33px] items-center gap-x-3 border-t border-line px-6 text-xs text-ink-2 phone:flex-wrap phone:px-4 phone:py-1.5">
        {foot}
      </footer>
    </div>
  )
}

function GridBody({
  rows,
  cols,
  rowAt,
  request,
  drawn,
  cursor,
  range,
  empty,
  onCell,
  onCellsBetween,
}: DataGridProps & { drawn: readonly GridColumn[] }) {
  const pressed = useRef<CellPlace>(undefined)
  const span = drawn.length + 1 + (cols.before > 0 ? 1 : 0) + (cols.after > 0 ? 1 : 0)
  const indexes = Array.from({ length: rows.end - rows.start }, (_, index) => rows.start + index)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the scrolling area handles the keys
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the scrolling area handles the keys
    <tbody
      onMouseDown={(event) => {
        pressed.current = event.button === 0 ? placeOfCell(event) : undefined
        // With Shift, selects cells instead of the text in them.
        if (event.shiftKey) event.preventDefault()
      }}
      onMouseOver={(event) => {
        const [from, to] = [pressed.current, placeOfCell(event)]
        if (event.buttons !== 1 || !from || !to || (from.row === to.row && from.column === to.column && !range)) return
        getSelection()?.removeAllRanges()
        onCellsBetween(from, to)
      }}
      onClick={(event) => {
        const place = placeOfCell(event)
        if (place) onCell(place, event.shiftKey)
      }}
    >
      {empty ? (
        <tr>
          <td colSpan={span} className="p-0">
            {empty}
          </td>
        </tr>
      ) : null}
      <Space height={rows.before} span={span} />
      {indexes.map((index) => (
        <GridRow
          key={index}
          index={index}
          row={rowAt(index)}
          drawn={drawn}
          before={cols.before > 0}
          after={cols.after > 0}
          isPinned={cols.isWider}
          find={request.find.toLowerCase()}
          firstColumn={cols.start}
          cursor={cursor?.row === index ? cursor.column : undefined}
          {...(range && index >= range.top && index <= range.bottom && { from: range.left, to: range.right })}
        />
      ))}
      <Space height={rows.after} span={span} />
    </tbody>
  )
}

function placeOfCell({ target }: MouseEvent): CellPlace | undefined {
  const place = target instanceof Element ? target.closest('td')?.dataset.place : undefined
  const [row, column] = place?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

function Space({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}
