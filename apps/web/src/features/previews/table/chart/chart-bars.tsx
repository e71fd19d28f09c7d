import type { ChartBar } from '@millrace/contracts/table-charts'
import { clsx } from 'clsx'
import * as texts from './texts.ts'

/**
 * A bar chart with a bar, name and value for each category. Bars of negative values start at the same edge but have
 * another color.
 */
export function ChartBars({ bars, label }: { bars: readonly ChartBar[]; label: string }) {
  const most = Math.max(...bars.map(({ Value }) => Math.abs(Value ?? 0)))
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[fit-content(min(12rem,40%))_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-xs"
    >
      {Array.from(bars.entries(), ([rank, { Category, Value }]) => (
        <li key={rank} className="contents">
          <span
            className={clsx('truncate', Category === null ? 'text-ink-3' : 'text-ink')}
            title={Category ?? texts.missing}
          >
            {Category ?? texts.missing}
          </span>
          <span aria-hidden="true" className="flex h-4">
            <span
              className={clsx('block rounded-r-xs', (Value ?? 0) < 0 ? 'bg-warning' : 'bg-accent/70')}
              style={{ width: `${most === 0 ? 0 : (Math.abs(Value ?? 0) / most) * 100}%` }}
            />
          </span>
          <span className="text-right text-ink-2 tabular-nums">
            {Value === null ? '–' : Value.toLocaleString('en-US', { maximumSignificantDigits: 6 })}
          </span>
        </li>
      ))}
    </ul>
  )
}
