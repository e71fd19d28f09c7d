import type { ComparedRow, PreviewCell, PreviewColumn, TableComparisonProperties } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { formatCount } from '#lib/format.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { plainNumber } from '../table/number-format.ts'
import { columnChange, columnsToShow } from './compared-columns.ts'
import { COMPARISON_TEXTS } from './comparison-texts.ts'
import * as texts from './texts.ts'

interface ComparedRowsProps {
  comparison: TableComparisonProperties
  rows: readonly ComparedRow[]
  allColumns: boolean
  /** Whether only one kind of change is shown. */
  wasFiltered: boolean
}

/** Shows the rows that differ. A changed cell shows both values. */
export function ComparedRows({ comparison, rows, allColumns, wasFiltered }: ComparedRowsProps) {
  const columns = columnsToShow(comparison, allColumns)
  if (rows.length === 0)
    return <p className="border-t border-line px-3 py-3 text-ink-2">{emptyText(comparison, wasFiltered)}</p>
  return (
    <ScrollArea label={texts.rowsThatDiffer} className="max-h-[70vh]">
      <table aria-label={texts.rowsThatDiffer} className="min-w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-xs text-ink-2 *:sticky *:top-0 *:z-10 *:border-b *:border-line *:bg-surface *:px-3 *:py-1.5 *:font-normal *:whitespace-nowrap">
            <th scope="col" className="w-8">
              <span className="sr-only">{texts.difference}</span>
            </th>
            <th scope="col" className="text-right">
              {texts.row}
            </th>
            {columns.map(({ column, at }) => (
              <th key={at} scope="col" className={clsx(column.After?.Kind === 'number' && 'text-right')}>
                {column.Name}
              </th>
            ))}
            <td className="w-full" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <DifferentRow key={`${row.BeforeNumber} ${row.AfterNumber}`} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function emptyText({ Columns }: TableComparisonProperties, wasFiltered: boolean): string {
  if (wasFiltered) return COMPARISON_TEXTS.noneOfKind
  const isSame = Columns.every((column) => columnChange(column) === undefined)
  return isSame ? COMPARISON_TEXTS.same : COMPARISON_TEXTS.sameRows
}

const KINDS = {
  added: { sign: '+', word: 'Added', tint: 'bg-success-soft' },
  removed: { sign: '−', word: 'Removed', tint: 'bg-danger-soft' },
  changed: { sign: '~', word: 'Changed', tint: '' },
} as const

function DifferentRow({ row, columns }: { row: ComparedRow; columns: ReturnType<typeof columnsToShow> }) {
  const kind = KINDS[row.Before === null ? 'added' : row.After === null ? 'removed' : 'changed']
  return (
    <tr className={clsx('*:border-b *:border-line *:px-3 *:py-1', kind.tint)}>
      <td className="mono-sm text-center">
        <span aria-hidden="true">{kind.sign}</span>
        <span className="sr-only">{kind.word}</span>
      </td>
      <td className="text-right text-xs whitespace-nowrap text-ink-3">{rowText(row)}</td>
      {columns.map(({ column, at }) => (
        <td
          key={at}
          className={clsx(
            'max-w-80 truncate whitespace-pre',
            (column.After ?? column.Before)?.Kind === 'number' && 'text-right',
          )}
        >
          {row.ChangedColumns.includes(at) ? (
            <ChangedCell
              before={formatExactly(row.Before?.[at], column.Before)}
              after={formatExactly(row.After?.[at], column.After)}
            />
          ) : (
            <Value
              cell={
                row.After ? formatExactly(row.After[at], column.After) : formatExactly(row.Before?.[at], column.Before)
              }
            />
          )}
        </td>
      ))}
      <td />
    </tr>
  )
}

/** Formats the row number: `12`, or `12 → 14` for a row that moved. */
function rowText({ BeforeNumber, AfterNumber }: ComparedRow): string {
  const [before, after] = [BeforeNumber, AfterNumber].map((number) => (number === null ? '' : formatCount(number + 1)))
  return before && after && before !== after ? `${before} → ${after}` : before || after || ''
}

function ChangedCell({ before, after }: { before: PreviewCell | undefined; after: PreviewCell | undefined }) {
  return (
    <>
      <del className="mr-1.5 rounded-xs bg-danger-soft px-1 text-ink-2">
        <Value cell={before} />
      </del>
      <ins className="rounded-xs bg-success-soft px-1 font-medium no-underline">
        <Value cell={after} />
      </ins>
    </>
  )
}

/** Rounded numbers could look equal. The decimal separator becomes a point, as in the column's statistics. */
function formatExactly(cell: PreviewCell | undefined, column: PreviewColumn | null): PreviewCell | undefined {
  return cell && column?.Kind === 'number' ? plainNumber(cell, column) : cell
}

function Value({ cell }: { cell: PreviewCell | undefined }) {
  return cell === null || cell === undefined ? <span className="text-ink-3">∅</span> : cell
}
