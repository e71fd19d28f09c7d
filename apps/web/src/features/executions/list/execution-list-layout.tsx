import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { Race } from '#components/ui/race.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { RowTags } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, formatPercent, formatTook, plural } from '#lib/format.ts'
import { hasRunningClock, shownCause, shownState, stateText, workedMs, workedSeconds } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import * as texts from './texts.ts'

const PAGE = '/workflows/executions/$details'

interface Options {
  /** The ids of the visible columns, separated by dots. Undefined for the default columns. */
  chosen: string | undefined
  onTag: (tag: string) => void
  /** The buttons at the right edge of a row. */
  verbs: (job: JobDocument) => ReactNode
}

export function executionListLayout({ chosen, onTag, verbs }: Options): ListLayout<JobDocument> {
  return {
    columns: shownColumns(executionColumns(onTag), chosen),
    keyOf: selfHref,
    nameOf: ({ properties }) => properties.Name,
    page: PAGE,
    phone: (job) => <PhoneExecution job={job} />,
    verbs,
  }
}

/** Returns all columns of the list of executions, including those hidden by default. */
export function executionColumns(onTag: (tag: string) => void): Column<JobDocument>[] {
  return [
    {
      id: 'state',
      head: texts.state,
      skeleton: 'icon',
      width: 'w-34 @max-5xl/table:w-14',
      title: ({ properties }) => stateText(properties),
      cell: ({ properties }) => <StateBadge state={shownState(properties)} inColumn />,
      values: ({ properties }) => ({ State: properties.State, Cause: properties.Cause }),
    },
    {
      id: 'name',
      head: texts.name,
      required: true,
      width: 'w-[24%]',
      sort: { by: 'Name' },
      cell: (job) => <Name job={job} onTag={onTag} />,
      values: ({ properties }) => ({ Name: properties.Name, Tags: properties.Tags.join('; ') }),
    },
    {
      id: 'progress',
      head: texts.progress,
      cell: (job) => <Progress job={job} />,
      values: ({ properties: { Nodes } }) => ({ 'Steps done': Nodes?.Done ?? null, Steps: Nodes?.Total ?? null }),
    },
    {
      id: 'created',
      head: texts.created,
      width: 'w-28 @max-5xl/table:w-23',
      className: 'text-ink-2',
      sort: { by: 'CreatedAt', first: 'Descending' },
      cell: ({ properties }) => <Time at={properties.CreatedAt} />,
      values: ({ properties }) => ({ Created: properties.CreatedAt }),
    },
    {
      id: 'duration',
      head: texts.duration,
      width: 'w-28 @max-5xl/table:w-20',
      right: true,
      cell: (job) => <Duration job={job} />,
      values: ({ properties }) => ({ 'Duration in s': workedSeconds(properties) }),
    },
    {
      id: 'by',
      skeleton: 'avatar',
      head: texts.by,
      width: 'w-16',
      className: '@max-5xl/table:hidden',
      right: true,
      cell: ({ properties: { CreatedByName } }) => (CreatedByName ? <Avatar name={CreatedByName} /> : null),
      values: ({ properties }) => ({ By: properties.CreatedByName }),
    },
  ]
}

function Name({ job, onTag }: { job: JobDocument; onTag: (tag: string) => void }) {
  const { Name: name, Tags } = job.properties
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={PAGE}
        params={{ details: encodeLink(selfHref(job)) }}
        dir="auto"
        className="max-w-full flex-none truncate text-left font-medium hover:underline"
        title={name}
      >
        {name}
      </Link>
      <RowTags tags={Tags} onTag={onTag} />
    </span>
  )
}

function CauseLine({ job, cause }: { job: JobDocument; cause: string }) {
  const isFailed = job.properties.State === 'Error'
  return (
    <span className={clsx('block truncate text-xs', isFailed ? 'text-danger' : 'text-warning')}>
      <MarkedText text={cause} />
    </span>
  )
}

function Progress({ job }: { job: JobDocument }) {
  const { State, Progress: progress, Name: name } = job.properties
  const cause = shownCause(job.properties)
  if (State === 'Processing' && progress !== null && !cause) {
    return (
      <span className="flex items-center gap-2.5">
        <Race value={progress} label={fill(texts.progressOf, name)} className="w-16 @max-5xl/table:hidden" />
        {stepsDone(job) ?? formatPercent(progress)}
      </span>
    )
  }
  return (
    <span className="flex items-center gap-2.5">
      <span className="min-w-18 flex-none">{stepsDone(job) ?? <span className="text-ink-3">–</span>}</span>
      {cause ? <CauseLine job={job} cause={cause} /> : null}
    </span>
  )
}

/** Returns text such as `3 of 4 steps`. */
function stepsDone({ properties: { Nodes } }: JobDocument): string | undefined {
  return Nodes ? fill(texts.ofStepsDone, formatCount(Nodes.Done), plural(Nodes.Total, 'step')) : undefined
}

function Duration({ job }: { job: JobDocument }) {
  const now = useNow(1000, hasRunningClock(job.properties.State))
  const worked = workedMs(job.properties, now)
  return worked === undefined ? <span className="text-ink-3">–</span> : formatTook(worked)
}

function StepsAndTime({ job, cause }: { job: JobDocument; cause: string | null }) {
  const { State, Progress: progress, Name: name } = job.properties
  const steps = stepsDone(job)
  return (
    <>
      <span className="flex gap-2 text-xs text-ink-2">
        <span className="flex-none">{steps ?? (cause ? null : STATE_LABELS[State])}</span>
        {cause ? (
          <CauseLine job={job} cause={cause} />
        ) : (
          <span className="text-ink-3">
            <Duration job={job} />
          </span>
        )}
      </span>
      {State === 'Processing' ? <Race value={progress} label={fill(texts.progressOf, name)} className="mt-2" /> : null}
    </>
  )
}

function PhoneExecution({ job }: { job: JobDocument }) {
  const { Name: name, CreatedAt } = job.properties
  const [state, cause] = [shownState(job.properties), shownCause(job.properties)]
  return (
    <>
      <StateIcon state={state} label={STATE_LABELS[state]} className="pt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span dir="auto" className="flex-1 truncate text-left text-md font-medium">
            {name}
          </span>
          <Time at={CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
        </span>
        <StepsAndTime job={job} cause={cause} />
      </span>
    </>
  )
}
