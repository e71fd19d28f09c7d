import type { ColumnPreviewProperties, PreviewColumn } from '@millrace/contracts/previews'
import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { fill } from '#lib/fill.ts'
import { formatCount, formatEstimate } from '#lib/format.ts'
import type { SirenDocument } from '#lib/siren.ts'
import { binText, shortNumber } from './column-range.ts'
import { type CellFormat, hasThousands } from './number-format.ts'
import * as texts from './texts.ts'

interface ColumnFactsProps {
  column: PreviewColumn
  format: CellFormat
  facts: Pick<
    UseQueryResult<SirenDocument<ColumnPreviewProperties>>,
    'data' | 'error' | 'refetch' | 'isPlaceholderData'
  >
  isFiltered: boolean
}

/** The distribution and statistics of a column in the rows that match the filter. */
export function ColumnFacts({ column, format, facts, isFiltered }: ColumnFactsProps) {
  const { data, error, refetch, isPlaceholderData } = facts
  if (error)
    return (
      <p role="alert" className="text-xs text-danger">
        {error.message}{' '}
        <button type="button" className="underline" onClick={() => void refetch()}>
          {texts.tryAgain}
        </button>
      </p>
    )
  const hasChart = column.Kind === 'number' || column.Kind === 'time'
  if (!data)
    return (
      <div
        role="status"
        aria-label={texts.loadingStatistics}
        className={clsx('rounded-md bg-hover', hasChart ? 'h-40' : 'h-16')}
      />
    )
  const found = data.properties
  const groups = hasThousands(
    column.Name,
    [found.Min, found.Max].filter((limit) => limit !== null),
  )
  return (
    <div className="group grid gap-2" aria-busy={isPlaceholderData}>
      {hasChart ? <Distribution kind={column.Kind} groups={groups} histogram={found.Histogram} /> : null}
      <dl
        className={clsx(
          'grid gap-x-3 gap-y-0.5 text-xs',
          column.Kind === 'number' ? 'grid-cols-[auto_1fr_auto_1fr]' : 'grid-cols-[auto_1fr]',
        )}
      >
        <Fact name={isFiltered ? texts.matchingRows : texts.rows}>{formatCount(found.Rows)}</Fact>
        <Fact name="Missing">{missing(found)}</Fact>
        <Fact name="Distinct values">
          {found.DistinctIsEstimated ? formatEstimate(found.DistinctCount) : formatCount(found.DistinctCount)}
        </Fact>
        {found.Min === null ? null : <Fact name="Minimum">{format(found.Min) ?? ''}</Fact>}
        {found.Median === null ? null : <Fact name="Median">{medianText(found.Median, column, groups)}</Fact>}
        {found.Max === null ? null : <Fact name="Maximum">{format(found.Max) ?? ''}</Fact>}
        {found.Mean === null ? null : <Fact name="Mean">{shortNumber(String(found.Mean), groups)}</Fact>}
        {found.StandardDeviation === null ? null : (
          <Fact name="Std. deviation">{shortNumber(String(found.StandardDeviation), groups)}</Fact>
        )}
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
  return `${formatCount(MissingRows)} (${percent < 1 ? '< 1' : Math.round(percent)}%)`
}

function medianText(median: string, { Kind, Type }: PreviewColumn, groups: boolean): string {
  if (Kind !== 'time') return shortNumber(median, groups)
  return Type === 'DATE' ? median.slice(0, 10) : median
}

interface DistributionProps {
  kind: PreviewColumn['Kind']
  /** Whether numbers have thousands separators. */
  groups: boolean
  histogram: ColumnPreviewProperties['Histogram']
}

const HEIGHT = 64

/**
 * Rare values keep a visible bar. While new rows load, the bars of the previous rows are dimmed, but the text stays
 * readable.
 */
function Distribution({ kind, groups, histogram }: DistributionProps) {
  if (!histogram) return <p className="py-3 text-center text-xs text-ink-3">{texts.noValuesInTheseRows}</p>
  const { Counts, Low, High } = histogram
  const most = Math.max(...Counts, 1)
  const words = (value: number) => binText(kind, value, groups)
  const range = (bin: number) => binRange({ Low, High, bins: Counts.length, bin, words })
  return (
    <figure aria-label={fill(texts.histogramFromTo, words(Low), words(High))}>
      <ol className="flex items-end gap-px border-b border-line-strong" style={{ height: HEIGHT }}>
        {Counts.map((count, bin) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity except their position
            key={bin}
            title={`${range(bin)}: ${formatCount(count)}`}
            className="flex h-full min-w-0 flex-1 items-end hover:bg-hover"
          >
            <span className="sr-only">
              {range(bin)}: {formatCount(count)}
            </span>
            <span
              aria-hidden="true"
              className="meter-fill block w-full rounded-t-xs bg-accent/70 group-aria-busy:opacity-60"
              style={{ height: count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT) }}
            />
          </li>
        ))}
      </ol>
      <figcaption className="flex justify-between gap-3 pt-0.5 text-2xs text-ink-3">
        <span className="truncate">{words(Low)}</span>
        <span className="truncate">{words(High)}</span>
      </figcaption>
    </figure>
  )
}

interface Bin {
  Low: number
  High: number
  bins: number
  bin: number
  words: (value: number) => string
}

function binRange({ Low, High, bins, bin, words }: Bin): string {
  const edge = (at: number) => words(Low + (High - Low) * (at / bins))
  return bins === 1 ? words(Low) : `${edge(bin)} – ${edge(bin + 1)}`
}
