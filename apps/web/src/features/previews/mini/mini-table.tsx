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

/** The first columns and rows of a table, with numbers as in the table view. */
export function MiniTable({ table, size }: MiniTableProps) {
  const rows = table.Rows.slice(0, SHOWN[size].rows)
  const columns = table.Columns.slice(0, SHOWN[size].columns)
  const { formats: ofNumbers } = columnFormats(table.Columns, table.Rows)
  const formats = columns.map(({ Kind }, at) =>
    Kind === 'time' ? timeFormat(rows.map((row) => row[at])) : ofNumbers[at],
  )
  return (
    <table className="min-w-full font-mono text-2xs leading-[18px]">
      <thead>
        <tr>
          {columns.map(({ Name, Kind }) => (
            <th
              key={Name}
              scope="col"
              className={clsx(
                'pr-3 font-normal whitespace-nowrap text-ink-3',
                Kind === 'number' ? 'text-right' : 'text-left',
              )}
            >
              {Name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity but their place
          <tr key={at}>
            {columns.map(({ Name, Kind }, column) => (
              <td
                key={Name}
                className={clsx(
                  'max-w-36 truncate pr-3 whitespace-nowrap',
                  Kind === 'number' && 'text-right',
                  row[column] === null && 'text-ink-3',
                )}
              >
                {formats[column]?.(row[column]) ?? '∅'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
