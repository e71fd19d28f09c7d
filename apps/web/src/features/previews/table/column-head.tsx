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
  /** The column's 1-based index, for screen readers, because not all columns are rendered. */
  index: number
  /** The number of rows that the distribution and range are based on. */
  rows: number
  /** Whether `rows` covers only the first rows of the table. */
  isPart: boolean
  /** False until the column's block is read. Until then, only the column's name is known. */
  isRead: boolean
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
  /** The button that opens the statistics and the filter. */
  menu?: ReactNode
}

/**
 * The name, kind and distribution of a column, with its most frequent values or its range. A range that doesn't fit
 * beside the share of missing values is hidden. Pressing the name cycles through ascending, descending and file order.
 */
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

function Spread({ column, rows, isRead }: ColumnHeadProps) {
  if (!isRead) return <span className="mt-[13px] block h-[5px] w-2/3 rounded-xs bg-line/60" />
  if (column.Histogram) return <Histogram counts={column.Histogram} />
  if (column.Top) return <Shares shares={topShares(column, rows)} />
  const share = rows === 0 ? 0 : 1 - Math.min(1, (column.NullCount ?? 0) / rows)
  return <Completeness share={share} />
}
