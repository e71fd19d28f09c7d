import { sweptParameters } from '@millrace/contracts/sweep-tags'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Race } from '#components/ui/race.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { RowTags } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { addressOf, foldedSweep, itemsOf } from '#lib/fold-sweeps.ts'
import { formatCount, formatPercent } from '#lib/format.ts'
import {
  filesIn,
  flowOf,
  holdReason,
  inputSlots,
  outputSlots,
  type SlotDocument,
  shownCause,
  shownState,
  stateText,
  unclaimedReason,
  workedSeconds,
} from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { selfHref } from '#lib/siren.ts'
import { JobRowActions } from '../components/job-row-actions.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { countAll, jobsIn, type ListedJob } from './fold-sweeps.ts'
import { JobDuration } from './job-duration.tsx'
import * as texts from './texts.ts'

/** Loaded on demand, because few lists contain sweeps. */
const FoldButton = lazy(() =>
  import('#components/ui/fold-button.tsx').then((module) => ({ default: module.FoldButton })),
)
const PhoneFold = lazy(() => import('#components/ui/fold-button.tsx').then((module) => ({ default: module.PhoneFold })))

interface Options {
  /** The ids of the visible columns, separated by dots. Undefined for the default columns. */
  chosen: string | undefined
  onTag: (tag: string) => void
}

export function jobListLayout({ chosen, onTag }: Options): ListLayout<ListedJob> {
  return {
    columns: shownColumns(jobColumns(onTag), chosen),
    address: addressOf,
    keyOf: selfHref,
    nameOf: ({ properties }) => properties.Name,
    page: '/jobs/$details',
    phone: (job) => <PhoneJob job={job} />,
    phoneAside: ({ fold }) =>
      fold ? (
        <Suspense>
          <PhoneFold fold={fold} count={jobsIn(fold)} />
        </Suspense>
      ) : null,
    verbs: (job) => (foldedSweep(job) === undefined ? <JobRowActions job={job} page="/jobs/$details" /> : null),
  }
}

/** Returns all columns of the job list, including those hidden by default. */
export function jobColumns(onTag: Options['onTag']): Column<ListedJob>[] {
  return [
    {
      id: 'state',
      head: texts.state,
      skeleton: 'icon',
      width: 'w-34 @max-5xl/table:w-14',
      title: (job) => [stateText(job.properties), doneOf(job)].filter(Boolean).join(': '),
      cell: (job) => <State job={job} />,
      values: ({ properties }) => ({ State: properties.State, Cause: properties.Cause }),
    },
    {
      id: 'name',
      head: texts.name,
      required: true,
      width: 'w-[24%] @max-5xl/table:w-[29%]',
      sort: { by: 'Name' },
      cell: (job) => <JobName job={job} onTag={onTag} />,
      values: ({ properties }) => ({ Name: properties.Name, Tags: properties.Tags.join('; ') }),
    },
    {
      id: 'flow',
      head: texts.inputStepOutput,
      cell: (job) => <Flow job={job} />,
      values: flowValues,
    },
    {
      id: 'created',
      head: texts.created,
      width: 'w-26 @max-5xl/table:w-23',
      className: 'text-ink-2',
      sort: { by: 'CreatedAt', first: 'Descending' },
      cell: ({ properties }) => <Time at={properties.CreatedAt} />,
      values: ({ properties }) => ({ Created: properties.CreatedAt }),
    },
    timeColumn('started', 'Started', 'StartedAt'),
    { ...timeColumn('completed', 'Finished', 'CompletedAt'), sort: { by: 'CompletedAt', first: 'Descending' } },
    {
      id: 'duration',
      head: texts.duration,
      width: 'w-34 @max-5xl/table:w-20',
      right: true,
      cell: (job) => <JobDuration job={job} />,
      values: ({ properties }) => ({ 'Duration in s': workedSeconds(properties) }),
    },
    {
      id: 'by',
      skeleton: 'avatar',
      head: texts.by,
      width: 'w-16',
      className: '@max-5xl/table:hidden',
      right: true,
      cell: ({ properties }) => <Author name={properties.CreatedByName} />,
      values: ({ properties }) => ({ By: properties.CreatedByName }),
    },
    {
      id: 'worker',
      head: texts.worker,
      extra: true,
      width: 'w-36',
      className: 'text-ink-2',
      cell: ({ properties }) => properties.WorkerId,
      values: ({ properties }) => ({ Worker: properties.WorkerId }),
    },
  ]
}

function State({ job }: { job: ListedJob }) {
  const done = doneOf(job)
  return (
    <span className="flex items-center gap-1.5">
      <StateBadge state={shownState(job.properties)} inColumn />
      {done ? <span className="text-xs text-ink-3 @max-5xl/table:sr-only">{done}</span> : null}
    </span>
  )
}

/**
 * Returns how many jobs of a collapsed sweep have completed, such as `7 of 10`. Empty for other rows, and if all jobs
 * have completed, because the row then shows that state.
 */
function doneOf({ fold }: ListedJob): string {
  if (fold?.isOpen !== false || fold.counts.Completed === countAll(fold)) return ''
  return fill(texts.someOf, formatCount(fold.counts.Completed ?? 0), formatCount(countAll(fold)))
}

function Flow({ job }: { job: JobDocument }) {
  const cause = causeOf(job)
  return <FlowTriplet {...wholeFlowOf(job)} problem={cause && <Cause job={job} text={cause} />} />
}

/** Returns the flow of a job, or of a collapsed sweep with the outputs of all its jobs. */
function wholeFlowOf(job: ListedJob): ReturnType<typeof flowOf> {
  return { ...flowOf(job), outputs: itemsOf<JobDocument>(job).flatMap((one) => flowOf(one).outputs) }
}

function flowValues(job: JobDocument) {
  const names = (slots: SlotDocument[]) =>
    slots
      .flatMap(filesIn)
      .map(({ properties }) => properties.Name)
      .join('; ')
  return {
    Inputs: names(inputSlots(job)),
    Step: job.properties.Processing?.FunctionName,
    Outputs: names(outputSlots(job)),
  }
}

function timeColumn(id: string, head: string, property: 'StartedAt' | 'CompletedAt'): Column<JobDocument> {
  return {
    id,
    head,
    extra: true,
    width: 'w-26',
    className: 'text-ink-2',
    cell: ({ properties }) => (properties[property] ? <Time at={properties[property]} /> : null),
    values: ({ properties }) => ({ [head]: properties[property] }),
  }
}

interface JobNameProps extends Pick<Options, 'onTag'> {
  job: ListedJob
}

function JobName({ job, onTag }: JobNameProps) {
  const { Name, Tags } = job.properties
  const { fold } = job
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={addressOf(job) ?? `/jobs/${encodeLink(selfHref(job))}`}
        dir="auto"
        className="min-w-0 truncate text-left font-medium hover:underline"
        title={Name}
      >
        <Title job={job} />
      </Link>
      {fold ? (
        <Suspense>
          <FoldButton fold={fold} count={jobsIn(fold)} />
        </Suspense>
      ) : null}
      <RowTags tags={Tags} most={1} onTag={onTag} />
    </span>
  )
}

/** If the name of a sweep's job is too long for the column, it is cut before the swept values at its end. */
function Title({ job }: { job: ListedJob }) {
  const { Name, Tags } = job.properties
  return foldedSweep(job) === undefined && sweptParameters(Tags).length > 0 ? (
    <MiddleTruncate text={Name} ends={splitJobName(Name)} />
  ) : (
    Name
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

function PhoneJob({ job }: { job: ListedJob }) {
  const { Name, State, Progress, CreatedAt } = job.properties
  return (
    <>
      <StateIcon state={State} label={STATE_LABELS[State]} className="pt-0.5" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span dir="auto" className="flex-1 truncate text-left text-md font-medium">
            <Title job={job} />
          </span>
          {State === 'Processing' && Progress !== null ? (
            <span className="text-xs font-medium text-accent">{formatPercent(Progress)}</span>
          ) : (
            <Time at={CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
          )}
        </span>
        <SecondLine job={job} />
        {State === 'Processing' ? (
          <Race value={Progress} label={fill(texts.progressOf, Name)} className={clsx('mt-2', job.fold && 'mr-26')} />
        ) : null}
      </span>
    </>
  )
}

function SecondLine({ job }: { job: ListedJob }) {
  const cause = unclaimedReason(job.properties) ?? causeOf(job)
  return cause ? (
    <span className={clsx('block', job.fold && 'beside-fold')}>
      <Cause job={job} text={cause} />
    </span>
  ) : (
    <FlowTriplet {...flowOf(job)} outputs={[]} className={clsx('text-xs', job.fold && 'beside-fold')} />
  )
}

function causeOf({ properties }: JobDocument): string | undefined {
  const state = shownState(properties)
  const isStopped = state === 'Error' || state === 'DataMissing' || (properties.Nodes && holdReason(properties.Nodes))
  return isStopped ? (shownCause(properties) ?? undefined) : undefined
}

function Cause({ job, text }: { job: JobDocument; text: string }) {
  const isFailed = job.properties.State === 'Error'
  return (
    <span className={clsx('block truncate text-xs', isFailed ? 'text-danger' : 'text-warning')}>
      <MarkedText text={text} />
    </span>
  )
}
