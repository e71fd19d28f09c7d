import type { PreviewCell, PreviewColumn } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { columnFormats } from '../table/number-format.ts'
import { timeFormat } from './time-format.ts'

/** How many columns and rows fit. */
const SHOWN = { card: { columns: 4, rows: 7 }, large: { columns: 8, rows: 12 } }

interface MiniTableProps {
  table: { Columns: readonly PreviewColumn[]; Rows: readonly (readonly PreviewCell[])[] }
  size: keyof typeof SHOWN
}

/**
 * The first columns and rows of a table, with numbers as in the table view. A column that has no room wraps below the frame,
 * which hides it: a number that is cut reads as another one.
 */
export function MiniTable({ table, size }: MiniTableProps) {
  const rows = table.Rows.slice(0, SHOWN[size].rows)
  const columns = table.Columns.slice(0, SHOWN[size].columns)
  const { formats: ofNumbers } = columnFormats(table.Columns, table.Rows)
  const formats = columns.map(({ Kind }, at) =>
    Kind === 'time' ? timeFormat(rows.map((row) => row[at])) : ofNumbers[at],
  )
  return (
    <span className="flex h-full flex-wrap content-start justify-between gap-x-2 overflow-hidden font-mono text-2xs leading-[18px]">
      {columns.map(({ Name, Kind }, column) => (
        <span key={Name} className={clsx('h-full max-w-36', Kind === 'number' && 'text-right')}>
          <span className="block truncate text-ink-3">{Name}</span>
          {rows.map((row, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity but their place
              key={at}
              className={clsx('block truncate', row[column] === null && 'text-ink-3')}
            >
              {formats[column]?.(row[column]) ?? '∅'}
            </span>
          ))}
        </span>
      ))}
    </span>
  )
}
