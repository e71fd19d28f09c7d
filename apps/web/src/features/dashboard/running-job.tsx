import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Race } from '#components/ui/race.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { fill } from '#lib/fill.ts'
import { formatDuration, formatPercent } from '#lib/format.ts'
import { flowOf, workedMs } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { timeLeftMs, timeLeftText } from '#lib/time-left.ts'
import { useNow } from '#lib/use-now.ts'
import type { JobDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

/** A running or queued job: name, input → step → output, progress. */
export function RunningJob({ job }: { job: JobDocument }) {
  const { Name, State } = job.properties
  const flow = flowOf(job)
  return (
    <li className="flex h-11 items-center gap-3.5 border-t border-line phone:grid phone:h-auto phone:grid-cols-[16px_minmax(0,1fr)_auto] phone:gap-x-2 phone:gap-y-1 phone:py-2.5">
      <StateIcon state={State} label={STATE_LABELS[State]} className="sm:hidden" />
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        className="w-2/5 flex-none rounded-sm font-medium hover:text-accent phone:w-auto phone:min-w-0 phone:text-md"
      >
        <MiddleTruncate text={Name} ends={splitJobName(Name)} />
      </Link>
      <FlowTriplet {...flow} className="flex-1 phone:order-1 phone:col-span-2 phone:col-start-2 phone:text-xs" />
      <Progress job={job} />
    </li>
  )
}

function Progress({ job }: { job: JobDocument }) {
  const { Name, State, Progress: progress } = job.properties
  const running = State === 'Processing'
  const now = useNow(1000, running)
  const worked = workedMs(job.properties, now)
  const left = worked === undefined ? undefined : timeLeftMs(worked, progress)
  const clock = running && worked !== undefined ? formatDuration(worked) : STATE_LABELS[State]
  return (
    <>
      <span className="w-[72px] flex-none phone:order-2 phone:col-span-2 phone:col-start-2 phone:w-auto">
        {running ? (
          <Race label={fill(texts.progressOf, Name)} value={progress} />
        ) : (
          <span className="block h-1 rounded-full border border-dotted border-line-strong" aria-hidden="true" />
        )}
      </span>
      <span className="w-8 flex-none text-right text-xs phone:hidden">
        {running && progress !== null ? formatPercent(progress) : null}
      </span>
      <span
        className="w-[84px] flex-none text-right text-xs text-ink-3 phone:w-auto"
        title={worked === undefined ? undefined : fill(texts.runningFor, formatDuration(worked))}
      >
        {left === undefined ? clock : timeLeftText(left)}
      </span>
    </>
  )
}
