import { Link } from '@tanstack/react-router'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { Race } from '#components/ui/race.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { fill } from '#lib/fill.ts'
import { formatTook } from '#lib/format.ts'
import { flowOf, workedMs } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import type { JobDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

/** One job of the sample: its state, inputs and outputs. */
export function SampleJob({ job }: { job: JobDocument }) {
  const { Name, State, Progress } = job.properties
  const now = useNow(1000, State === 'Processing')
  const worked = workedMs(job.properties, now)
  return (
    <li className="grid min-h-12 grid-cols-[92px_minmax(0,184px)_minmax(0,1fr)_88px] items-center gap-4 phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-y-1 phone:py-2.5">
      <Status job={job} />
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        className="truncate rounded-sm font-medium hover:text-accent phone:order-first"
        title={Name}
      >
        {Name}
      </Link>
      <FlowTriplet {...flowOf(job)} className="phone:col-span-2 phone:text-xs" />
      <span className="flex items-center justify-end gap-3 text-xs text-ink-3 phone:hidden">
        {State === 'Processing' ? (
          <Race label={fill(texts.progressOf, Name)} value={Progress} className="flex-1" />
        ) : null}
        {worked === undefined ? null : formatTook(worked)}
      </span>
    </li>
  )
}

/**
 * While a job depends on the preceding job's result, the server treats it as a draft, but here it is shown as waiting.
 */
function Status({ job }: { job: JobDocument }) {
  const { State } = job.properties
  if (State === 'Created' || State === 'ReadyForProcessing') return <span className="text-ink-3">{texts.waiting}</span>
  return <StateBadge state={State} />
}
