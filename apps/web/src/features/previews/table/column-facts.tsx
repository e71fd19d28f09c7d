import type { ColumnPreviewProperties, PreviewColumn } from '@millrace/contracts/previews'
import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { formatCount, formatEstimate } from '#lib/format.ts'
import type { SirenDocument } from '#lib/siren.ts'
import { binWords, shortNumber } from './column-range.ts'

interface ColumnFactsProps {
  column: PreviewColumn
  facts: Pick<
    UseQueryResult<SirenDocument<ColumnPreviewProperties>>,
    'data' | 'error' | 'refetch' | 'isPlaceholderData'
  >
  isFiltered: boolean
}

/** The distribution and the statistics of a column in the rows that are shown. */
export function ColumnFacts({ column, facts, isFiltered }: ColumnFactsProps) {
  const { data, error, refetch, isPlaceholderData } = facts
  if (error)
    return (
      <p role="alert" className="text-xs text-danger">
        {error.message}{' '}
        <button type="button" className="underline" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    )
  const hasChart = column.Kind === 'number' || column.Kind === 'time'
  if (!data)
    return (
      <div
        role="status"
        aria-label="Loading statistics"
        className={clsx('rounded-md bg-hover', hasChart ? 'h-40' : 'h-16')}
      />
    )
  const found = data.properties
  return (
    <div className={clsx('grid gap-2', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
      {hasChart ? <Distribution kind={column.Kind} histogram={found.Histogram} /> : null}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
        <Fact name={isFiltered ? 'Matching rows' : 'Rows'}>{formatCount(found.Rows)}</Fact>
        <Fact name="Missing">{missing(found)}</Fact>
        <Fact name="Distinct values">
          {found.DistinctIsEstimated ? formatEstimate(found.DistinctCount) : formatCount(found.DistinctCount)}
        </Fact>
        {found.Min === null ? null : <Fact name="Minimum">{found.Min}</Fact>}
        {found.Median === null ? null : <Fact name="Median">{medianWords(found.Median, column)}</Fact>}
        {found.Max === null ? null : <Fact name="Maximum">{found.Max}</Fact>}
      </dl>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="truncate text-right text-ink" title={children}>
        {children}
      </dd>
    </>
  )
}

function missing({ MissingRows, Rows }: ColumnPreviewProperties): string {
  if (MissingRows === 0 || Rows === 0) return 'None'
  const percent = (MissingRows / Rows) * 100
  return `${formatCount(MissingRows)} (${percent < 1 ? '< 1' : Math.round(percent)} %)`
}

function medianWords(median: string, { Kind, Type }: PreviewColumn): string {
  if (Kind !== 'time') return shortNumber(median)
  return Type === 'DATE' ? median.slice(0, 10) : median
}

interface DistributionProps {
  kind: PreviewColumn['Kind']
  histogram: ColumnPreviewProperties['Histogram']
}

const HEIGHT = 64

/** How many rows lie in each part of the range. Rare values keep a visible bar. */
function Distribution({ kind, histogram }: DistributionProps) {
  if (!histogram) return <p className="py-3 text-center text-xs text-ink-3">No values in these rows</p>
  const { Counts, Low, High } = histogram
  const most = Math.max(...Counts, 1)
  return (
    <figure aria-label={`Histogram from ${binWords(kind, Low)} to ${binWords(kind, High)}`}>
      <ol className="flex items-end gap-px border-b border-line-strong" style={{ height: HEIGHT }}>
        {Counts.map((count, bin) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place
            key={bin}
            title={`${binRange({ kind, Low, High, bins: Counts.length, bin })}: ${formatCount(count)}`}
            className="flex h-full min-w-0 flex-1 items-end hover:bg-hover"
          >
            <span className="sr-only">
              {binRange({ kind, Low, High, bins: Counts.length, bin })}: {formatCount(count)}
            </span>
            <span
              aria-hidden="true"
              className="block w-full rounded-t-xs bg-accent/70"
              style={{ height: count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT) }}
            />
          </li>
        ))}
      </ol>
      <figcaption className="flex justify-between gap-3 pt-0.5 text-2xs text-ink-3">
        <span className="truncate">{binWords(kind, Low)}</span>
        <span className="truncate">{binWords(kind, High)}</span>
      </figcaption>
    </figure>
  )
}

interface Bin {
  kind: PreviewColumn['Kind']
  Low: number
  High: number
  bins: number
  bin: number
}

function binRange({ kind, Low, High, bins, bin }: Bin): string {
  const edge = (at: number) => binWords(kind, Low + (High - Low) * (at / bins))
  return bins === 1 ? binWords(kind, Low) : `${edge(bin)} – ${edge(bin + 1)}`
}
