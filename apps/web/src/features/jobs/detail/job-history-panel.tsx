import type { JobHistoryEvent } from '@millrace/contracts/jobs'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { fill } from '#lib/fill.ts'
import { formatClockSeconds, formatDay, formatDuration, formatExact } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import * as texts from './texts.ts'

/** All state changes of the job, oldest first: when, by whom, why, and how long the state lasted. */
export function JobHistoryPanel({ job, href }: { job: JobDocument; href: string }) {
  const { data: events, isPending, error, refetch } = useQuery(jobQueries.history(selfHref(job), href))
  if (isPending) return <SkeletonRows rows={4} />
  if (!events)
    return <ErrorView title={texts.theHistoryCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
  return (
    <ol className="grid max-w-3xl px-6 py-4 phone:px-4">
      {events.map((event, index) => (
        <HistoryRow key={event.Seq} event={event} next={events[index + 1]} />
      ))}
    </ol>
  )
}

function HistoryRow({ event, next }: { event: JobHistoryEvent; next: JobHistoryEvent | undefined }) {
  const lasted = next ? new Date(next.At).getTime() - new Date(event.At).getTime() : undefined
  return (
    <li className="relative flex gap-3 pb-4 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-1 not-last:before:left-[7.5px] not-last:before:w-px not-last:before:bg-line-strong">
      <span className="pt-0.5">
        <StateIcon state={event.To} still={next !== undefined} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{STATE_LABELS[event.To]}</span>
          {event.ActorName ? <span className="text-ink-2">{fill(texts.by, event.ActorName)}</span> : null}
          {event.Attempt > 1 ? <span className="text-ink-3">{fill(texts.attempt, event.Attempt)}</span> : null}
          <time className="ml-auto text-xs text-ink-3" dateTime={event.At} title={formatExact(event.At)}>
            {`${formatDay(event.At)}, ${formatClockSeconds(event.At)}`}
          </time>
        </div>
        {event.Reason ? <p className="text-ink-2 wrap-anywhere">{event.Reason}</p> : null}
        {lasted === undefined ? null : (
          <p className="text-xs text-ink-3">{fill(texts.forDuration, formatDuration(lasted))}</p>
        )}
      </div>
    </li>
  )
}
