import { NO_WORKER, STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import type { Column, ListLayout } from '#components/ui/list-columns.ts'
import { Race } from '#components/ui/race.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatPercent } from '#lib/format.ts'
import { flowOf, waitsForWorker } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { JobRowVerbs } from '../components/job-verbs.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { JobDuration } from './job-duration.tsx'

interface Options {
  /** The list is sorted by the time the jobs ended. */
  showsCompleted: boolean
  onTag: (tag: string) => void
}

/** What the job list shows of a job. */
export function jobListLayout(options: Options): ListLayout<JobDocument> {
  return {
    columns: jobColumns(options),
    keyOf: selfHref,
    nameOf: ({ properties }) => properties.Name,
    page: '/jobs/$details',
    phone: (job) => <PhoneJob job={job} />,
    verbs: (job) => <JobRowVerbs job={job} />,
  }
}

function jobColumns({ showsCompleted, onTag }: Options): Column<JobDocument>[] {
  return [
    {
      id: 'state',
      head: 'State',
      width: 'w-32 @max-4xl/table:w-30',
      title: ({ properties }) => properties.Cause ?? undefined,
      cell: ({ properties }) => <StateBadge state={properties.State} className="align-middle" />,
    },
    {
      id: 'name',
      head: 'Name',
      width: 'w-[24%]',
      sort: { by: 'Name' },
      cell: (job) => <JobName job={job} onTag={onTag} />,
    },
    { id: 'flow', head: 'Input → step → output', cell: (job) => <FlowTriplet {...flowOf(job)} /> },
    {
      id: 'created',
      head: 'Created',
      width: 'w-26 @max-4xl/table:w-24',
      className: 'text-ink-2',
      sort: { by: 'CreatedAt', first: 'Descending' },
      cell: ({ properties }) => <Time at={properties.CreatedAt} />,
    },
    ...(showsCompleted ? [COMPLETED] : []),
    {
      id: 'duration',
      head: 'Duration',
      width: 'w-34 @max-4xl/table:w-20',
      right: true,
      cell: (job) => <JobDuration job={job} />,
    },
    {
      id: 'by',
      head: 'By',
      width: 'w-24 @max-4xl/table:w-15',
      right: true,
      cell: ({ properties }) => <Author name={properties.CreatedByName} />,
    },
  ]
}

const COMPLETED: Column<JobDocument> = {
  id: 'completed',
  head: 'Finished',
  width: 'w-26',
  className: 'text-ink-2',
  sort: { by: 'CompletedAt', first: 'Descending' },
  cell: ({ properties }) => (properties.CompletedAt ? <Time at={properties.CompletedAt} /> : null),
}

function JobName({ job, onTag }: { job: JobDocument; onTag: (tag: string) => void }) {
  const { Name, Tags } = job.properties
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        dir="auto"
        className="truncate text-left font-medium hover:underline"
        title={Name}
      >
        {Name}
      </Link>
      <span className="min-w-0 shrink-100 overflow-hidden">
        <TagList tags={Tags} most={1} onTag={onTag} />
      </span>
    </span>
  )
}

function Author({ name }: { name: string | null | undefined }) {
  if (!name) return null
  return (
    <>
      <Avatar name={name} />
      <span className="sr-only">{name}</span>
    </>
  )
}

function PhoneJob({ job }: { job: JobDocument }) {
  const { Name, State, Progress, CreatedAt } = job.properties
  return (
    <>
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
    </>
  )
}

/** What went wrong where something did, else the flow. */
function SecondLine({ job }: { job: JobDocument }) {
  const { State } = job.properties
  const failed = State === 'Error' || State === 'DataMissing'
  const cause = waitsForWorker(job.properties) ? NO_WORKER : failed ? job.properties.Cause : undefined
  if (!cause) return <FlowTriplet {...flowOf(job)} outputs={[]} className="text-xs" />
  return (
    <span className={clsx('block truncate text-xs', State === 'Error' ? 'text-danger' : 'text-warning')}>{cause}</span>
  )
}
