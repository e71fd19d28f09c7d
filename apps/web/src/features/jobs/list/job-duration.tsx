import { NO_WORKER } from '@millrace/contracts/texts'
import { Race } from '#components/ui/race.tsx'
import { fill } from '#lib/fill.ts'
import { formatDuration, formatPercent, formatTook } from '#lib/format.ts'
import { isMoving, waitsForWorker, workedMs } from '#lib/job-facts.ts'
import { useNow } from '#lib/use-now.ts'
import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'

/** How long a job took; while it runs, the race with what the worker reported, else the time so far. */
export function JobDuration({ job }: { job: JobDocument }) {
  const { State, Progress, Name } = job.properties
  const now = useNow(1000, isMoving(State))
  const worked = workedMs(job.properties, now)
  if (State === 'Processing') {
    return (
      <span className="flex items-center justify-end gap-2.5">
        <Race value={Progress} label={fill(texts.progressOf, Name)} className="w-16" />
        <span className="min-w-9">{Progress === null ? formatDuration(worked ?? 0) : formatPercent(Progress)}</span>
      </span>
    )
  }
  if (waitsForWorker(job.properties)) {
    return (
      <span title={NO_WORKER} className="text-warning">
        {texts.noWorker}
        <span className="sr-only">{texts.noWorkerConnected}</span>
      </span>
    )
  }
  return worked === undefined ? <span className="text-ink-3">–</span> : formatTook(worked)
}
