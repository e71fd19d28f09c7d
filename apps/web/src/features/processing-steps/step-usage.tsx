import { STEP_USE } from '@millrace/contracts/limits'
import type { StepUse } from '@millrace/contracts/processing-steps'
import { clsx } from 'clsx'
import { fill } from '#lib/fill.ts'
import { formatCount, formatPercent, formatTook } from '#lib/format.ts'
import type { StepFamily } from '#lib/step-versions.ts'
import * as texts from './texts.ts'

const BAR_HEIGHT = 18

/**
 * Returns the highest number of jobs that a version had on one day, at least 1. The bars of all steps share this scale.
 */
export function mostPerDay(families: readonly StepFamily[]): number {
  const steps = families.flatMap(({ newest, older }) => [newest, ...older])
  return Math.max(1, ...steps.flatMap(({ properties }) => properties.Use?.ByDay ?? []).map((jobs) => jobs ?? 0))
}

/** Returns the share of completed jobs among the completed and failed ones. Undefined if there are none. */
export function successRate(use: StepUse | undefined): number | undefined {
  const ended = use ? use.Completed + use.Failed : 0
  return use && ended > 0 ? use.Completed / ended : undefined
}

/** Shows the usage of a step: one bar per day for the last 14 days, and the number of jobs. */
export function UsageBars({ use, most }: { use: StepUse; most: number }) {
  return (
    <span className="flex items-center justify-end gap-3" title={fill(texts.jobsInTheLastDays, STEP_USE.days)}>
      <span aria-hidden="true" className="flex flex-none items-end gap-px" style={{ height: BAR_HEIGHT }}>
        {use.ByDay.map((jobs, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: days have no identity except their position
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

/** Summarizes the usage of a step: `17 jobs · 100% completed · median 139 ms`. */
export function usageSummary(use: StepUse | undefined): string {
  const success = successRate(use)
  const share = success === undefined ? [] : [fill(texts.completed, formatPercent(success))]
  return inALine(use, share, ' · ')
}

/** Summarizes the usage of a step for a card: `17 jobs, 1 failed, median 139 ms`. */
export function shortUsageSummary(use: StepUse | undefined): string {
  return inALine(use, use && use.Failed > 0 ? [fill(texts.failed, formatCount(use.Failed))] : [], ', ')
}

function inALine(use: StepUse | undefined, success: readonly string[], between: string): string {
  if (!use || use.Jobs === 0) return fill(texts.notUsed, STEP_USE.days)
  const jobs = `${formatCount(use.Jobs)}${use.IsPartial ? '+' : ''} ${use.Jobs === 1 ? 'job' : 'jobs'}`
  const median = use.MedianSeconds === null ? [] : [fill(texts.median, formatTook(use.MedianSeconds * 1000))]
  return [jobs, ...success, ...median].join(between)
}
