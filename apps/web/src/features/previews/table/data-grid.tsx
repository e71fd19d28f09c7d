import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, type Ref, useRef } from 'react'
import { formatCount } from '#lib/format.ts'
import type { RowsRequest } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import type { CellPlace, CellRange } from './cell-range.ts'
import { ColumnHead, HEAD_HEIGHT } from './column-head.tsx'
import { type ColumnWindow, numberWidth, ROW_HEIGHT, type RowWindow } from './grid-window.ts'
import type { CellFormat, Commas } from './number-format.ts'
import { cellOf, type TableColumn } from './table-columns.ts'
import * as texts from './texts.ts'
import type { TableRow } from './use-table-rows.ts'

export interface GridColumn extends TableColumn {
  width: number
}

interface DataGridProps {
  frame: Ref<HTMLElement>
  label: string
  columns: readonly GridColumn[]
  totalRows: number
  /** Rows the distributions were counted over. */
  profiledRows: number
  /** There are more rows than ranges and distributions are of. */
  isProfilePart: boolean
  /** What a comma in a number means. */
  commas: Commas
  rows: RowWindow
  cols: ColumnWindow
  rowAt: (index: number) => TableRow | undefined
  request: RowsRequest
  onSort: (column: string) => void
  /** The button for statistics and filter of a column. */
  menuOf: (column: PreviewColumn) => ReactNode
  /** Shown instead of rows. */
  empty: ReactNode
  /** The cell that is looked at, and the cells that are selected with it. */
  cursor: CellPlace | undefined
  range: CellRange | undefined
  onCell: (place: CellPlace, isExtended: boolean) => void
  onCellsBetween: (from: CellPlace, to: CellPlace) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The room there is, less a part of a row at its end. */
const WHOLE_ROWS = `calc(${HEAD_HEIGHT + 1}px + round(down, 100% - ${HEAD_HEIGHT + 1}px, ${ROW_HEIGHT}px))`

/** A table of which only the rows and columns in sight are in the page. It can be scrolled by keys once focused. */
export function DataGrid(props: DataGridProps) {
  const { frame, label, columns, totalRows, cols, request, onSort, profiledRows, isProfilePart, commas, onKeyDown } =
    props
  const drawn = columns.slice(cols.start, cols.end)
  const numbers = numberWidth(totalRows)
  const width = numbers + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <div className="min-h-0 flex-1">
      <ScrollArea ref={frame} label={label} className="relative" height={WHOLE_ROWS} onKeyDown={onKeyDown}>
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
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-surface">
                <span className="sr-only">{texts.row}</span>
              </th>
              {cols.before > 0 ? <HeadGap /> : null}
              {drawn.map(({ column, at }, index) => (
                <ColumnHead
                  key={column.Name}
                  column={column}
                  index={cols.start + index + 2}
                  rows={profiledRows}
                  isPart={isProfilePart}
                  commas={commas}
                  direction={directionOf(request, column.Name)}
                  onSort={() => onSort(column.Name)}
                  isRead={at >= 0}
                  menu={at >= 0 ? props.menuOf(column) : null}
                />
              ))}
              {cols.after > 0 ? <HeadGap /> : null}
            </tr>
          </thead>
          <GridBody {...props} drawn={drawn} />
        </table>
      </ScrollArea>
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
        // Shift selects cells, not the text in them.
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

interface GridRowProps {
  index: number
  row: TableRow | undefined
  drawn: readonly GridColumn[]
  before: boolean
  after: boolean
  /** The row number stays in sight. Where nothing scrolls sideways, that would only cost time with each frame. */
  isPinned: boolean
  find: string
  /** The place of the first drawn column. */
  firstColumn: number
  /** The column that is looked at, when it is in this row. */
  cursor: number | undefined
  /** The selected columns of this row. */
  from?: number
  to?: number
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, drawn, before, after, isPinned, find, firstColumn, cursor, from = 0, to = -1 } = props
  return (
    <tr aria-rowindex={index + 2} className="group/row" style={{ height: ROW_HEIGHT }}>
      <td
        className={clsx(
          'border-b border-line bg-surface pr-2.5 text-right text-xs text-ink-3 group-hover/row:bg-hover',
          isPinned && 'sticky left-0 z-[5]',
        )}
      >
        {row ? formatCount(row.number + 1) : ''}
      </td>
      {before ? <td className="border-b border-line" /> : null}
      {drawn.map((column, place) => (
        <GridCell
          key={column.column.Name}
          cell={cellOf(row, column)}
          format={column.format}
          isNumber={column.column.Kind === 'number'}
          find={find}
          place={`${index} ${firstColumn + place}`}
          isCurrent={cursor === firstColumn + place}
          isSelected={firstColumn + place >= from && firstColumn + place <= to}
        />
      ))}
      {after ? <td className="border-b border-line" /> : null}
    </tr>
  )
})

interface GridCellProps {
  /** Undefined while the row is on its way. */
  cell: PreviewCell | undefined
  format: CellFormat
  isNumber: boolean
  find: string
  /** Its row and column, for events of the pointer. */
  place: string
  isCurrent: boolean
  isSelected: boolean
}

function placeOfCell({ target }: MouseEvent): CellPlace | undefined {
  const place = target instanceof Element ? target.closest('td')?.dataset.place : undefined
  const [row, column] = place?.split(' ').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}

function GridCell({ cell, format, isNumber, find, place, isCurrent, isSelected }: GridCellProps) {
  const shown = onOneLine(format(cell))
  return (
    <td
      title={cell && (cell.length > 24 || shown !== cell) ? cell : undefined}
      data-place={place}
      className={clsx(
        'truncate border-b border-line px-3 whitespace-pre group-hover/row:bg-hover',
        isNumber && 'text-right',
        cell === null && 'text-ink-3',
        isSelected && 'bg-selected!',
        isCurrent && 'bg-selected! outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {cell === undefined ? <span className="inline-block h-2 w-2/3 rounded-xs bg-line/60" /> : null}
      {isHit(cell, find) ? <Hit text={shown ?? ''} find={find} /> : shown}
      {cell === null ? '∅' : null}
    </td>
  )
}

/** The cell with the found part marked; all of it, if that part is not shown as it is in the file. */
function Hit({ text, find }: { text: string; find: string }) {
  const at = text.toLowerCase().indexOf(find)
  const [start, end] = at < 0 ? [0, text.length] : [at, at + find.length]
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-xs bg-warning-soft text-ink outline outline-warning">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

/** Whether the server found the text, in lowercase, in this cell. */
export function isHit(cell: PreviewCell | undefined, find: string): boolean {
  return find !== '' && cell?.toLowerCase().includes(find) === true
}

/** Rows are all equally high, so line breaks stand as signs. */
function onOneLine(cell: PreviewCell | undefined): string | undefined {
  return cell?.replace(/\r\n|[\r\n\v\f\u2028\u2029]/g, ' ↵ ')
}

function Space({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}

function HeadGap() {
  return <td className="sticky top-0 z-10 border-b border-line bg-surface" />
}

function directionOf({ sort }: RowsRequest, name: string): 'ascending' | 'descending' | undefined {
  if (sort?.column !== name) return undefined
  return sort.descending ? 'descending' : 'ascending'
}
