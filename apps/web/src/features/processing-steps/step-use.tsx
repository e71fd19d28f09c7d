import { STEP_USE } from '@millrace/contracts/limits'
import type { StepUse } from '@millrace/contracts/processing-steps'
import { clsx } from 'clsx'
import { fill } from '#lib/fill.ts'
import { formatCount, formatDuration, formatPercent } from '#lib/format.ts'
import * as texts from './texts.ts'

const BAR_HEIGHT = 18
/** Below this share of completed jobs the figure is marked. */
const GOOD_FROM = 0.9

/** How often a step was used: a bar for each of the last 14 days, and the number of jobs. */
export function UseBars({ use }: { use: StepUse | undefined }) {
  if (!use || use.Jobs === 0) return null
  const most = Math.max(...use.ByDay.map((jobs) => jobs ?? 0))
  return (
    <span className="flex items-center justify-end gap-3" title={fill(texts.jobsInTheLastDays, STEP_USE.days)}>
      <span aria-hidden="true" className="flex flex-none items-end gap-px" style={{ height: BAR_HEIGHT }}>
        {use.ByDay.map((jobs, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is known by its place
            key={at}
            className={clsx(
              'w-[3px] rounded-t-[1px]',
              jobs ? 'meter-fill bg-accent' : jobs === 0 ? 'bg-line-strong' : 'bg-transparent',
            )}
            style={{ height: jobs ? Math.max(2, Math.round((jobs / most) * BAR_HEIGHT)) : 1 }}
          />
        ))}
      </span>
      <span className="min-w-8 text-right">
        {formatCount(use.Jobs)}
        {use.IsPartial ? '+' : ''}
        <span className="sr-only"> {fill(texts.jobsInDays, STEP_USE.days)}</span>
      </span>
    </span>
  )
}

/** How its jobs ended: the share that completed, of those that completed or failed, and their median duration. */
export function UseOutcome({ use }: { use: StepUse | undefined }) {
  const ended = use ? use.Completed + use.Failed : 0
  if (!use || ended === 0) return null
  const share = use.Completed / ended
  return (
    <>
      <span className={clsx('block', share < GOOD_FROM && 'font-medium text-warning')}>
        {formatPercent(share)}
        <span className="sr-only">{texts.completed}</span>
      </span>
      {use.MedianSeconds === null ? null : (
        <span className="block text-xs text-ink-3">
          <span className="sr-only">{texts.median}</span>
          {formatDuration(use.MedianSeconds * 1000)}
        </span>
      )}
    </>
  )
}

/** The same in one line, for places without column heads: `17 jobs, 100%, 0.7 s`. Nothing if there is nothing to say. */
export function UseInWords({ use }: { use: StepUse | undefined }) {
  if (!use || use.Jobs === 0) return null
  const ended = use.Completed + use.Failed
  return (
    <span className="truncate text-xs text-ink-3" title={fill(texts.jobsInTheLastDays, STEP_USE.days)}>
      {formatCount(use.Jobs)}
      {use.IsPartial ? '+' : ''} {use.Jobs === 1 ? 'job' : 'jobs'}
      <span className="sr-only"> {fill(texts.inDays, STEP_USE.days)}</span>
      {ended === 0 ? null : (
        <>
          , {formatPercent(use.Completed / ended)}
          <span className="sr-only">{texts.completed}</span>
        </>
      )}
      {use.MedianSeconds === null ? null : (
        <>
          , <span className="sr-only">{texts.median}</span>
          {formatDuration(use.MedianSeconds * 1000)}
        </>
      )}
    </span>
  )
}
