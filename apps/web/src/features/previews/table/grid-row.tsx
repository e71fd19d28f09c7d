import type { PreviewCell } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { memo } from 'react'
import { formatCount } from '#lib/format.ts'
import { ROW_HEIGHT } from './grid-window.ts'
import type { CellFormat } from './number-format.ts'
import { cellOf, type GridColumn } from './table-columns.ts'
import type { TableRow } from './use-table-rows.ts'

interface GridRowProps {
  index: number
  row: TableRow | undefined
  drawn: readonly GridColumn[]
  before: boolean
  after: boolean
  /**
   * Whether the row number stays in view when scrolling sideways. Off if the columns fit, because pinning would only
   * slow down each frame.
   */
  isPinned: boolean
  find: string
  /** The index of the first rendered column. */
  firstColumn: number
  /** The column of the current cell, if that cell is in this row. */
  cursor: number | undefined
  /** The first selected column of this row. The last one is `to`. */
  from?: number
  to?: number
}

/** A row of a table, which is rendered again only if it changes, not whenever the table scrolls. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
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
  /** Undefined while the row is loading. */
  cell: PreviewCell | undefined
  format: CellFormat
  isNumber: boolean
  find: string
  /** The cell's row and column, for pointer events. */
  place: string
  isCurrent: boolean
  isSelected: boolean
}

function GridCell({ cell, format, isNumber, find, place, isCurrent, isSelected }: GridCellProps) {
  const shown = markLineBreaks(format(cell))
  return (
    <td
      title={cell && (cell.length > 24 || shown !== cell) ? cell : undefined}
      data-place={place}
      className={clsx(
        'overflow-clip border-b border-line px-3 text-ellipsis whitespace-pre group-hover/row:bg-hover',
        isNumber && 'text-right',
        cell === null && 'text-ink-3',
        isSelected && 'bg-selected!',
        isCurrent && 'bg-selected! outline-2 -outline-offset-2 outline-accent',
      )}
    >
      {cell === undefined ? <span className="inline-block h-2 w-2/3 rounded-xs bg-line/60" /> : null}
      {isHit(cell, find, format) ? <Hit text={shown ?? ''} find={find} /> : shown}
      {cell === null ? '∅' : null}
    </td>
  )
}

/** If the formatted text doesn't contain the match, all of it is highlighted. */
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

/**
 * Returns whether a cell contains the lowercase search term, as written in the file or as displayed. The server
 * searches in the same way.
 */
export function isHit(cell: PreviewCell | undefined, find: string, format: CellFormat): boolean {
  if (find === '' || !cell) return false
  return cell.toLowerCase().includes(find) || format(cell)?.includes(find) === true
}

/** All rows have the same height, so a cell has only one line. */
function markLineBreaks(cell: PreviewCell | undefined): string | undefined {
  return cell?.replace(/\r\n|[\r\n\v\f\u2028\u2029]/g, ' ↵ ')
}
