import type { ComparedColumn, PreviewColumn, TableComparisonProperties } from '@millrace/contracts/previews'
import { clsx } from 'clsx'
import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { Histogram } from '../table/histogram.tsx'
import { columnChange, columnFacts } from './compared-columns.ts'
import * as texts from './texts.ts'

/** Shows the columns of both tables with type and statistics. By default, only columns that differ are shown. */
export function ColumnDifferences({ comparison }: { comparison: TableComparisonProperties }) {
  const [all, setAll] = useState(false)
  const differing = comparison.Columns.filter((column) => columnChange(column) !== undefined)
  const shown = all ? comparison.Columns : differing
  const rest = comparison.Columns.length - differing.length
  return (
    <>
      {shown.length > 0 ? (
        <div className="scroll-thin max-h-96 overflow-auto border-t border-line" data-scrolls>
          <table aria-label={texts.columnsOfBothTables} className="w-full min-w-120 table-fixed">
            <thead>
              <tr className="text-left text-xs text-ink-2 *:px-3 *:py-1.5 *:font-normal">
                <th scope="col" className="w-1/4">
                  {texts.column}
                </th>
                <th scope="col" className="w-20">
                  <span className="sr-only">{texts.fact}</span>
                </th>
                <th scope="col">A</th>
                <th scope="col">B</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((column) => (
                <ColumnRows key={column.Name} column={column} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {rest > 0 ? (
        <div className="border-t border-line px-3 py-1.5">
          <button
            type="button"
            className="rounded-sm text-accent hover:underline touch:h-11"
            onClick={() => setAll(!all)}
          >
            {all ? texts.showOnlyColumnsThatDiffer : fill(texts.showWithoutDifferences, plural(rest, 'column'))}
          </button>
        </div>
      ) : null}
    </>
  )
}

function ColumnRows({ column }: { column: ComparedColumn }) {
  const facts = columnFacts(column)
  const change = columnChange(column)
  const hasShape = [column.Before, column.After].some((side) => side?.Histogram)
  return facts.map((fact, at) => {
    const isLit = fact.before !== fact.after
    return (
      <tr key={fact.label} className={clsx('align-top *:px-3', at === 0 && 'border-t border-line *:pt-2')}>
        {at === 0 ? (
          <th scope="rowgroup" rowSpan={facts.length} className="pb-2 text-left font-medium">
            <span className="block wrap-anywhere">{column.Name}</span>
            {change ? <span className="text-xs font-normal text-warning">{change}</span> : null}
          </th>
        ) : null}
        <td className="text-xs text-ink-3">{fact.label}</td>
        {[[fact.before, column.Before] as const, [fact.after, column.After] as const].map(([text, side], place) => (
          <td
            // biome-ignore lint/suspicious/noArrayIndexKey: the two sides have no identity except their position
            key={place}
            className={clsx('wrap-anywhere', at === facts.length - 1 && 'pb-2', isLit ? 'text-ink' : 'text-ink-3')}
          >
            <span className={clsx(isLit && 'rounded-xs bg-warning-soft px-1 -mx-1')}>{text ?? '–'}</span>
            {fact.label === 'Range' && hasShape ? <Shape side={side} /> : null}
          </td>
        ))}
      </tr>
    )
  })
}

function Shape({ side }: { side: PreviewColumn | null }) {
  return side?.Histogram ? (
    <span className="mt-1 block">
      <Histogram counts={side.Histogram} />
    </span>
  ) : null
}
