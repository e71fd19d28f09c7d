import type { ColumnKind, PreviewColumn } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, Braces, CalendarDays, Hash, type LucideIcon, ToggleLeft, Type } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { columnRange, missingShare, topShares, topValuesText } from './column-range.ts'
import { Completeness, Histogram, Shares } from './histogram.tsx'
import type { CellFormat } from './number-format.ts'
import * as texts from './texts.ts'

const ICONS: Record<ColumnKind, LucideIcon> = {
  number: Hash,
  time: CalendarDays,
  text: Type,
  boolean: ToggleLeft,
  other: Braces,
}

export const HEAD_HEIGHT = 74

interface ColumnHeadProps {
  column: PreviewColumn
  format: CellFormat
  /** From 1, for readers: not all columns are in the page. */
  index: number
  /** The rows that distribution and range are of. */
  rows: number
  /** These are the first rows only. */
  isPart: boolean
  /** Until its block is read, only the name of a column is known. */
  isRead: boolean
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
  /** The button for statistics and filter. */
  menu?: ReactNode
}

/** Name, kind, distribution and range of a column. A range that has no room beside the missing values is left out. Pressing the name sorts: up, down, as in the file. */
export function ColumnHead(props: ColumnHeadProps) {
  const { column, format, index, rows, isPart, isRead, direction, onSort, menu } = props
  const Icon = ICONS[column.Kind]
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  const missing = missingShare(column, rows)
  const top = topValuesText(column, rows)
  const range = top ?? columnRange(column, isPart, format)
  const isNumber = column.Kind === 'number'
  return (
    <th
      scope="col"
      aria-sort={direction ?? 'none'}
      aria-colindex={index}
      className={clsx(
        'sticky top-0 z-10 h-[74px] border-b border-line bg-surface px-3 pt-1.5 align-top font-normal',
        isNumber ? 'text-right' : 'text-left',
      )}
    >
      <span className={clsx('-mr-1.5 flex items-center gap-1', isNumber && 'justify-end')}>
        <button
          type="button"
          onClick={onSort}
          title={isRead ? `${column.Name} (${column.Type})` : column.Name}
          className="flex h-6 min-w-0 items-center gap-1.5 rounded-sm"
        >
          {isRead && !direction ? <Icon aria-hidden="true" className="icon-sm text-ink-3" /> : null}
          <span className="truncate font-mono text-xs font-medium text-ink">{column.Name}</span>
          {direction ? <Arrow aria-hidden="true" className="icon-sm text-ink-2" /> : null}
        </button>
        {menu}
      </span>
      <span className={clsx('flex', isNumber && 'justify-end')}>
        <Spread {...props} />
      </span>
      <span
        {...(isPart && { title: fill(texts.inTheFirstRows, formatCount(rows)) })}
        className={clsx(
          'mt-0.5 flex h-4 flex-row-reverse gap-x-1 overflow-hidden text-2xs leading-4 font-normal text-ink-3',
          isNumber ? 'justify-start' : 'justify-end',
          !top && 'flex-wrap',
        )}
      >
        {missing ? <span className="flex-none">{missing}</span> : null}
        <span className="max-w-full min-w-0 truncate" title={range}>
          {range}
          {range && missing ? ' ·' : null}
        </span>
      </span>
    </th>
  )
}

/** The distribution of the values; without one, how complete the column is. */
function Spread({ column, rows, isRead }: ColumnHeadProps) {
  if (!isRead) return <span className="mt-[13px] block h-[5px] w-2/3 rounded-xs bg-line/60" />
  if (column.Histogram) return <Histogram counts={column.Histogram} />
  if (column.Top) return <Shares shares={topShares(column, rows)} />
  const share = rows === 0 ? 0 : 1 - Math.min(1, (column.NullCount ?? 0) / rows)
  return <Completeness share={share} />
}
