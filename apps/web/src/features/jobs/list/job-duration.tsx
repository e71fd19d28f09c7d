import { Race } from '#components/ui/race.tsx'
import { fill } from '#lib/fill.ts'
import { itemsOf } from '#lib/fold-sweeps.ts'
import { formatDuration, formatPercent, formatTook } from '#lib/format.ts'
import { hasRunningClock, unclaimedReason, workedMs } from '#lib/job-facts.ts'
import { useNow } from '#lib/use-now.ts'
import type { JobDocument } from '../jobs.queries.ts'
import type { ListedJob } from './fold-sweeps.ts'
import * as texts from './texts.ts'

/**
 * The duration of a job, or the total of all jobs of a collapsed sweep. A running job shows the progress that the
 * worker reported or, if there is none, the elapsed time. A job that no worker can take shows why.
 */
export function JobDuration({ job }: { job: ListedJob }) {
  const { State, Progress, Name } = job.properties
  const now = useNow(1000, hasRunningClock(State))
  const times = itemsOf<JobDocument>(job).flatMap(({ properties }) => workedMs(properties, now) ?? [])
  const worked = times.length === 0 ? undefined : times.reduce((sum, time) => sum + time)
  if (State === 'Processing') {
    return (
      <span className="flex items-center justify-end gap-2.5">
        <Race value={Progress} label={fill(texts.progressOf, Name)} className="w-16" />
        <span className="min-w-9">{Progress === null ? formatDuration(worked ?? 0) : formatPercent(Progress)}</span>
      </span>
    )
  }
  const unclaimed = unclaimedReason(job.properties)
  if (unclaimed !== undefined) {
    return (
      <span title={unclaimed} className="text-warning">
        {job.properties.IsStepSuspended ? texts.onHold : texts.noWorker}
        <span className="sr-only">{job.properties.IsStepSuspended ? texts.untilResumed : texts.noWorkerConnected}</span>
      </span>
    )
  }
  return worked === undefined ? <span className="text-ink-3">–</span> : formatTook(worked)
}
