import type { QueryPreviewProperties } from '@millrace/contracts/previews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import type { TryQuery } from '#lib/sql-tables.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import * as texts from '../texts.ts'

const TYPING_MS = 600
const RUNNING = texts.runningTheQuery

/**
 * The first rows of the query’s result, or its error, updated when the user stops typing. An error that the page
 * already shows is not repeated.
 */
export function SqlResult({ sql, tryQuery }: { sql: string; tryQuery: TryQuery }) {
  const settled = useDebounced(sql.trim(), TYPING_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ['previews', 'query', tryQuery.key, settled],
    queryFn: ({ signal }) => tryQuery.run(settled, signal),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
  const isOld = isFetching || settled !== sql.trim()
  const fault = isFetching ? undefined : (error?.message ?? data?.Fault)
  if (settled === '' || (fault && fault === tryQuery.known?.fault)) return null
  return (
    <div aria-busy={isOld} className="min-w-0">
      {fault ? (
        <p className="text-xs text-warning wrap-anywhere" role="status">
          <MarkedText text={fault} />
        </p>
      ) : data && data.Fault === null ? (
        <div>
          <ResultTable result={data} />
          <p className="mt-1 text-xs text-ink-3" role="status">
            {isOld ? RUNNING : resultText(data)}
          </p>
        </div>
      ) : (
        <p className="text-xs text-ink-3">{RUNNING}</p>
      )}
    </div>
  )
}

/** Describes the result: `2 rows`, or `The first 20 rows · of the first 10,000 rows of each table`. */
function resultText({ Rows, HasMore, RowsRead }: QueryPreviewProperties): string {
  const rows = HasMore ? fill(texts.theFirstRows, plural(Rows.length, 'row')) : plural(Rows.length, 'row')
  return RowsRead === null ? rows : fill(texts.fromTheFirstRows, rows, formatCount(RowsRead))
}

function ResultTable({ result: { Columns, Rows } }: { result: QueryPreviewProperties }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide result must be scrollable by keyboard
      tabIndex={0}
      aria-label={texts.result}
      className="scroll-thin max-h-56 overflow-auto rounded-md border border-line text-xs -outline-offset-2"
    >
      <table aria-label={texts.firstRowsOfTheResult} className="min-w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-left *:sticky *:top-0 *:border-b *:border-line *:bg-sunken *:px-2 *:py-1 *:font-medium *:whitespace-nowrap">
            {Columns.map(({ Name, Kind }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a query may return several columns with the same name
              <th key={at} scope="col" className={clsx(Kind === 'number' && 'text-right')}>
                {Name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity except their position
            <tr key={index} className="*:border-b *:border-line *:px-2 *:py-0.5 last:*:border-b-0">
              {row.map((cell, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity except their position
                  key={at}
                  className={clsx('max-w-60 truncate', Columns[at]?.Kind === 'number' && 'text-right')}
                >
                  {cell ?? <span className="text-ink-3">∅</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
