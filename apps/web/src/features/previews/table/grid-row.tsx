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

/** A row of a table. It is drawn again only when something of it changes, not whenever the table scrolls. */
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
  /** Its row and column, for events of the pointer. */
  place: string
  isCurrent: boolean
  isSelected: boolean
}

function GridCell({ cell, format, isNumber, find, place, isCurrent, isSelected }: GridCellProps) {
  const shown = onOneLine(format(cell))
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

/** A cell with the match marked, or all of it if the match isn’t in the text as shown. */
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

/** Whether the server found the text, in lowercase, in this cell as the file has it or as it is shown. */
export function isHit(cell: PreviewCell | undefined, find: string, format: CellFormat): boolean {
  if (find === '' || !cell) return false
  return cell.toLowerCase().includes(find) || format(cell)?.includes(find) === true
}

/** All rows have the same height, so line breaks are shown as symbols. */
function onOneLine(cell: PreviewCell | undefined): string | undefined {
  return cell?.replace(/\r\n|[\r\n\v\f\u2028\u2029]/g, ' ↵ ')
}
