import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { type KeyboardEvent, memo, type Ref } from 'react'
import { formatCount } from '#lib/format.ts'
import type { RowsRequest } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { ColumnHead } from './column-head.tsx'
import { type ColumnWindow, numberWidth, ROW_HEIGHT, type RowWindow } from './grid-window.ts'
import type { CellFormat } from './number-format.ts'
import type { CellPlace } from './use-cell-cursor.ts'
import type { TableRow } from './use-table-rows.ts'

export interface GridColumn {
  column: PreviewColumn
  /** Its place in the rows. */
  at: number
  width: number
  format: CellFormat
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
  rows: RowWindow
  cols: ColumnWindow
  rowAt: (index: number) => TableRow | undefined
  request: RowsRequest
  onSort: (column: string) => void
  /** The cell that is looked at. */
  cursor: CellPlace | undefined
  onCell: (place: CellPlace) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A table of which only the rows and columns in sight are in the page. It can be scrolled by keys once focused. */
export function DataGrid(props: DataGridProps) {
  const { frame, label, columns, totalRows, cols, request, onSort, profiledRows, isProfilePart, onKeyDown } = props
  const drawn = columns.slice(cols.start, cols.end)
  const numbers = numberWidth(totalRows)
  const width = numbers + columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <ScrollArea ref={frame} label={label} className="relative" onKeyDown={onKeyDown}>
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
          {drawn.map(({ at, width: columnWidth }) => (
            <col key={at} style={{ width: columnWidth }} />
          ))}
          {cols.after > 0 ? <col style={{ width: cols.after }} /> : null}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="sticky top-0 left-0 z-20 border-b border-line bg-surface">
              <span className="sr-only">Row</span>
            </th>
            {cols.before > 0 ? <HeadGap /> : null}
            {drawn.map(({ column, at }, index) => (
              <ColumnHead
                key={at}
                column={column}
                index={cols.start + index + 2}
                rows={profiledRows}
                isPart={isProfilePart}
                direction={directionOf(request, column.Name)}
                onSort={() => onSort(column.Name)}
              />
            ))}
            {cols.after > 0 ? <HeadGap /> : null}
          </tr>
        </thead>
        <GridBody {...props} drawn={drawn} />
      </table>
    </ScrollArea>
  )
}

function GridBody({
  rows,
  cols,
  rowAt,
  request,
  drawn,
  cursor,
  onCell,
}: DataGridProps & { drawn: readonly GridColumn[] }) {
  const span = drawn.length + 1 + (cols.before > 0 ? 1 : 0) + (cols.after > 0 ? 1 : 0)
  const indexes = Array.from({ length: rows.end - rows.start }, (_, index) => rows.start + index)
  return (
    <tbody>
      <Space height={rows.before} span={span} />
      {indexes.map((index) => (
        <GridRow
          key={index}
          index={index}
          row={rowAt(index)}
          drawn={drawn}
          before={cols.before > 0}
          after={cols.after > 0}
          find={request.find.toLowerCase()}
          firstColumn={cols.start}
          cursor={cursor?.row === index ? cursor.column : undefined}
          onCell={onCell}
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
  find: string
  /** The place of the first drawn column. */
  firstColumn: number
  /** The column that is looked at, when it is in this row. */
  cursor: number | undefined
  onCell: (place: CellPlace) => void
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, row, drawn, before, after, find, firstColumn, cursor, onCell } = props
  return (
    <tr aria-rowindex={index + 2} className="group/row" style={{ height: ROW_HEIGHT }}>
      <td className="sticky left-0 z-[5] border-b border-line bg-surface pr-2.5 text-right text-xs text-ink-3 group-hover/row:bg-hover">
        {row ? formatCount(row.number + 1) : ''}
      </td>
      {before ? <td className="border-b border-line" /> : null}
      {drawn.map(({ column, at, format }, place) => (
        <GridCell
          key={at}
          cell={row?.cells[at]}
          format={format}
          isNumber={column.Kind === 'number'}
          find={find}
          isCurrent={cursor === firstColumn + place}
          onPress={() => onCell({ row: index, column: firstColumn + place })}
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
  isCurrent: boolean
  onPress: () => void
}

function GridCell({ cell, format, isNumber, find, isCurrent, onPress }: GridCellProps) {
  const shown = onOneLine(format(cell))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the scrolling area handles the keys
    <td
      title={cell && (cell.length > 24 || shown !== cell) ? cell : undefined}
      onClick={onPress}
      className={clsx(
        'truncate border-b border-line px-3 whitespace-pre group-hover/row:bg-hover',
        isNumber && 'text-right',
        cell === null && 'text-ink-3',
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
