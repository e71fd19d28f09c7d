import { NO_WORKER, STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { Race } from '#components/ui/race.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatPercent } from '#lib/format.ts'
import { causeOf, flowOf, waitsForWorker } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import type { JobRowsProps } from './job-table.tsx'
import { useLongPress } from './use-long-press.ts'

/** The list on a phone: two lines each; a long press selects, and then a tap does. */
export function JobRowsPhone({ jobs, selection }: JobRowsProps) {
  const selecting = selection.items.length > 0
  return (
    <ul className="sm:hidden" aria-label="Jobs">
      {jobs.map((job) => (
        <PhoneRow
          key={selfHref(job)}
          job={job}
          selected={selection.has(job)}
          selecting={selecting}
          onToggle={() => selection.toggle(job)}
        />
      ))}
    </ul>
  )
}

interface PhoneRowProps {
  job: JobDocument
  selected: boolean
  selecting: boolean
  onToggle: () => void
}

function PhoneRow({ job, selected, selecting, onToggle }: PhoneRowProps) {
  const press = useLongPress(onToggle)
  const { Name, State, Progress, CreatedAt } = job.properties
  return (
    <li className={clsx('border-b border-line', selected && 'bg-selected')}>
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        className="flex gap-3 px-4 py-2.5 select-none"
        {...press}
        onClick={(event) => {
          if (!selecting) return
          event.preventDefault()
          onToggle()
        }}
      >
        <StateIcon state={State} label={STATE_LABELS[State]} className="pt-0.5" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3">
            <span dir="auto" className="flex-1 truncate text-left text-md font-medium">
              {Name}
            </span>
            {State === 'Processing' && Progress !== null ? (
              <span className="text-xs font-medium text-accent">{formatPercent(Progress)}</span>
            ) : (
              <Time at={CreatedAt} className="flex-none text-xs text-ink-3" />
            )}
          </span>
          <SecondLine job={job} />
          {State === 'Processing' ? <Race value={Progress} label={`Progress of ${Name}`} className="mt-2" /> : null}
        </span>
      </Link>
    </li>
  )
}

/** What went wrong where something did, else the flow. */
function SecondLine({ job }: { job: JobDocument }) {
  const { State } = job.properties
  const failed = State === 'Error' || State === 'DataMissing'
  const cause = waitsForWorker(job.properties) ? NO_WORKER : failed ? causeOf(job.properties) : undefined
  if (!cause) return <FlowTriplet {...flowOf(job)} outputs={[]} className="text-xs" />
  return (
    <span className={clsx('block truncate text-xs', State === 'Error' ? 'text-danger' : 'text-warning')}>{cause}</span>
  )
}
