import type { PreviewColumn } from '@millrace/contracts/previews'
import { numberTexts } from '#lib/axis-ticks.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, formatEstimate } from '#lib/format.ts'
import { type CellFormat, hasThousands, plainNumber } from './number-format.ts'
import * as texts from './texts.ts'

const ISO_DATE = /^(\d{4})-\d{2}-\d{2}/

/**
 * Summarizes the values of a column: `611–9,840`, `2019–2024`, `3 distinct` or `empty`. A range that is based on the
 * first rows starts with `≈`. Returns an empty string if nothing is known about the values.
 */
export function columnRange(column: PreviewColumn, isPart = false, format?: CellFormat): string {
  const { Min, Max, Kind, DistinctCount, DistinctIsEstimated } = column
  if (DistinctCount === 0) return 'empty'
  if (Min !== null && Max !== null) {
    return `${isPart ? '≈ ' : ''}${Kind === 'time' ? timeRange(Min, Max) : numberRange(column, { low: Min, high: Max, format })}`
  }
  if (DistinctCount === null) return ''
  const isEstimate = DistinctIsEstimated || isPart
  return fill(texts.distinct, isEstimate ? formatEstimate(DistinctCount) : formatCount(DistinctCount))
}

/** Formats the share of missing values: `5% missing`. Undefined if none is missing. */
export function missingShare({ NullCount }: PreviewColumn, rows: number): string | undefined {
  if (!NullCount || rows === 0) return undefined
  const percent = wholePercent(NullCount / rows)
  return fill(texts.countMissing, NullCount / rows < 0.01 ? '<1%' : `${percent}%`)
}

/** Rounds a share to percent, but returns 100 only for the whole. */
function wholePercent(share: number): number {
  return share < 1 ? Math.min(99, Math.round(share * 100)) : 100
}

/** Returns the share of rows of each of the most frequent values. */
export function topShares({ Top = [] }: PreviewColumn, rows: number): number[] {
  return rows === 0 ? [] : Top.map(({ Rows }) => Rows / rows)
}

/**
 * Lists the most frequent values with their shares: `koeln 50%, bonn 25%, 3 more`. Shares that round to 0% are left
 * out. Undefined if no value remains.
 */
export function topValuesText(column: PreviewColumn, rows: number): string | undefined {
  const shares = topShares(column, rows)
  const words = (column.Top ?? []).flatMap(({ Value }, at) => {
    const percent = wholePercent(shares[at] ?? 0)
    return percent >= 1 ? [`${Value} ${percent}%`] : []
  })
  const others = (column.DistinctCount ?? 0) - words.length
  if (words.length === 0) return undefined
  return [...words, ...(others > 0 ? [fill(texts.more, formatCount(others))] : [])].join(', ')
}

/** Maximum length of a number. Longer ones are abbreviated. */
const SHORT = 7

/** Formats a range of numbers, in the format of the cells if that is short enough. */
function numberRange(
  column: PreviewColumn,
  { low, high, format }: { low: string; high: string; format: CellFormat | undefined },
): string {
  const groups = hasThousands(column.Name, [low, high])
  const [least, most] = [plainNumber(low, column), plainNumber(high, column)]
  const asCells = [format?.(low), format?.(high)]
  const areShort = asCells.every((text) => typeof text === 'string' && text.length <= SHORT)
  const [from = '', to = ''] = areShort
    ? (asCells as string[])
    : [shortNumber(least, groups), shortNumber(most, groups)]
  if (from === to) return Number(least) < Number(most) ? numbersApart(Number(least), Number(most)) : from
  // A minus sign directly after a dash would be hard to distinguish from it.
  return `${from}${to.startsWith('-') ? ' – ' : '–'}${to}`
}

/** Formats two numbers with enough decimals to distinguish them. */
function numbersApart(low: number, high: number): string {
  const text = numberTexts(high - low)
  return `${text(low)}–${text(high)}`
}

/** Formats a number with a decimal point and few digits. Anything else is returned as in the file. */
export function shortNumber(text: string, useGrouping = true): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  const size = Math.abs(value)
  if (size > 0 && size < 1e-4) return value.toExponential(2)
  // Safe integers keep all digits, because ids may be that long and differ only in their last digits.
  if (size >= 1e12 && !Number.isSafeInteger(value)) return value.toExponential(5)
  const digits = size >= 1e6 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 6 }
  return value.toLocaleString('en-US', { ...digits, useGrouping })
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Formats a range of times as years, or as days within one year: `May 1 – Jun 29, 2024`. */
function timeRange(low: string, high: string): string {
  const [from, to] = [ISO_DATE.exec(low), ISO_DATE.exec(high)]
  if (!from?.[1] || !to?.[1]) return low === high ? low : `${low} – ${high}`
  if (from[1] !== to[1]) return `${from[1]}–${to[1]}`
  const days = [...new Set([from[0], to[0]].map((day) => DAY.format(new Date(day))))]
  return `${days.join(' – ')}, ${to[1]}`
}

/** Formats the edge of a histogram bin: a number, or a time given in seconds since 1970. */
export function binText(kind: PreviewColumn['Kind'], value: number, useGrouping = true): string {
  if (kind !== 'time') return shortNumber(String(value), useGrouping)
  const time = new Date(value * 1000)
  if (Number.isNaN(time.getTime())) return String(value)
  const text = time.toISOString().replace('T', ' ')
  return text.endsWith('00:00:00.000Z') ? text.slice(0, -14) : text.slice(0, -8)
}
