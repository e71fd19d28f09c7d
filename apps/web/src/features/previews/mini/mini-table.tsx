import type { TablePreviewProperties } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { useCallback, useState } from 'react'
import { formatEstimate, plural } from '#lib/format.ts'
import { columnFormats } from '../table/number-format.ts'
import { timeFormat } from './time-format.ts'

/** Number of columns and rows that fit. */
const SHOWN = { card: { columns: 4, rows: 7 }, large: { columns: 8, rows: 12 } }

const COLUMNS_READ = 16

interface MiniTableProps {
  table: TablePreviewProperties
  size: keyof typeof SHOWN
}

/**
 * Some columns and the first rows of a table, with the total number of rows, and the number of columns that are not
 * shown. Of the first 16 columns, those with the same value in all shown rows come last.
 * Numbers are formatted as in the table view. A column that doesn't fit wraps to a second line, which is clipped,
 * because a truncated number would look like another number.
 */
export function MiniTable({ table, size }: MiniTableProps) {
  const rows = table.Rows.slice(0, SHOWN[size].rows)
  const columns = tellingFirst(table, rows).slice(0, SHOWN[size].columns)
  const ofNumbers = columnFormats(table.Columns, table.Rows)
  const [frame, visible] = useVisibleChildren()
  const left = table.TotalColumns - (visible ?? columns.length)
  return (
    <span className="flex h-full flex-col text-2xs leading-[18px]">
      <span
        ref={frame}
        className="relative flex min-h-0 flex-1 flex-wrap content-start justify-between gap-x-1.5 overflow-hidden font-mono"
      >
        {columns.map(({ Name, Kind, at: column }) => {
          const format =
            Kind === 'time'
              ? timeFormat(
                  rows.map((row) => row[column]),
                  size === 'card',
                )
              : ofNumbers[column]
          return (
            <span key={Name} className={clsx('h-full overflow-hidden', Kind === 'number' ? 'text-right' : 'max-w-36')}>
              <span className={clsx('block max-w-36 truncate text-ink-3', Kind === 'number' && 'ml-auto')}>{Name}</span>
              {rows.map((row, at) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity except their position
                  key={at}
                  className={clsx('block truncate', row[column] === null && 'text-ink-3')}
                >
                  {format?.(row[column]) ?? '∅'}
                </span>
              ))}
            </span>
          )
        })}
      </span>
      <span className="flex flex-none justify-between gap-2 text-ink-3">
        <span>
          {table.TotalIsEstimated ? `${formatEstimate(table.TotalRows)} rows` : plural(table.TotalRows, 'row')}
        </span>
        {left > 0 ? <span>+{plural(left, 'column')}</span> : null}
      </span>
    </span>
  )
}

/** Columns with the same value in all shown rows come last. */
function tellingFirst({ Columns }: TablePreviewProperties, rows: TablePreviewProperties['Rows']) {
  return Columns.slice(0, COLUMNS_READ)
    .map((column, at) => {
      const isConstant = rows.length > 1 && new Set(rows.map((row) => row[at])).size === 1
      return { ...column, at, rank: Number(isConstant) }
    })
    .toSorted((a, b) => a.rank - b.rank)
}

/**
 * Counts the children in the first line of a wrapping element, to which the returned ref is attached. The count is
 * undefined until the element is laid out.
 */
function useVisibleChildren(): [ref: (element: HTMLElement | null) => (() => void) | undefined, count?: number] {
  const [count, setCount] = useState<number>()
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const children = () => Array.from(element.children) as HTMLElement[]
    const observer = new ResizeObserver(() => setCount(children().filter(({ offsetTop }) => offsetTop === 0).length))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return count === undefined ? [ref] : [ref, count]
}
