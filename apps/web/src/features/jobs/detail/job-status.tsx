import { LIMITS } from '@millrace/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Race } from '#components/ui/race.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatDuration, plural } from '#lib/format.ts'
import { slotsToFill, unclaimedReason, workedMs } from '#lib/job-facts.ts'
import { queuePosition } from '#lib/queue-position.ts'
import { actionOf, hrefOf, selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { useRunJobAction } from '../run-job-action.queries.ts'
import { FailedJob, type FailedJobProps } from './failed-job.tsx'
import * as texts from './texts.ts'
import { useTimeLeft } from './use-time-left.ts'

/**
 * The notice at the top of the page, if the job's state has one: the position in the queue, the cause of a failure, who
 * canceled the job, or what is missing.
 */
export function JobStatus({ job, fix }: { job: JobDocument; fix: FailedJobProps['fix'] }) {
  switch (job.properties.State) {
    case 'Pending':
      return <Waiting job={job} />
    case 'Error':
      return <FailedJob job={job} fix={fix} />
    case 'Canceled':
      return <Ending job={job} />
    case 'DataMissing':
      return <Missing job={job} />
    case 'Undefined':
      return <Unknown job={job} />
    default:
      return null
  }
}

const TONES = {
  violet: 'bg-violet-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
  idle: 'bg-idle-soft',
}

function Note({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return <div className={clsx('rounded-lg px-4 py-3 text-md wrap-anywhere', TONES[tone])}>{children}</div>
}

/** Says that the job was only a trial of its step, and offers to keep the job with its results. */
export function JobTrial({ job }: { job: JobDocument }) {
  const run = useRunJobAction()
  const show = actionOf(job, 'UnHide')
  if (!job.properties.IsTrial) return null
  return (
    <div className="flex-none px-6 pt-3.5 phone:px-4">
      <Note tone="idle">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span>
            {texts.wasATrialRun}
            {job.properties.Hidden ? ` ${fill(texts.trialRunsAreDeleted, plural(LIMITS.trialDays, 'day'))}` : ''}
          </span>
          {show ? (
            <Button size="sm" onClick={() => run(job, show)}>
              {texts.keepTrialRun}
            </Button>
          ) : null}
        </span>
      </Note>
    </div>
  )
}

const PLACE_REFRESH_MS = 10_000

/**
 * The job is polled, because the server announces when a worker takes it, but not when its position in the queue
 * changes or a worker disappears.
 */
function Waiting({ job }: { job: JobDocument }) {
  useQuery({ ...jobQueries.detail(selfHref(job)), refetchInterval: PLACE_REFRESH_MS })
  const { Processing, JobsAhead } = job.properties
  const unclaimed = unclaimedReason(job.properties)
  if (unclaimed !== undefined) return <Note tone="warning">{unclaimed}</Note>
  return (
    <Note tone="violet">
      <b className="font-semibold">{queuePosition(JobsAhead)}</b>
      {Processing && JobsAhead ? ` for ${Processing.Title}. ` : ' '}
      {texts.waitingForAWorker}
    </Note>
  )
}

function Missing({ job }: { job: JobDocument }) {
  const isEmpty = slotsToFill(job).length > 0
  return (
    <Note tone="warning">
      <p>{job.properties.ErrorDescription ?? texts.anInputWasDeleted}</p>
      <p className="text-ink-2">{isEmpty ? texts.chooseOtherDataBelow : texts.chooseOtherDataOrRestore}</p>
    </Note>
  )
}

function Ending({ job }: { job: JobDocument }) {
  const href = hrefOf(job, 'History')
  const { data: events = [] } = useQuery({
    ...jobQueries.history(selfHref(job), href ?? ''),
    enabled: href !== undefined,
  })
  const end = events.findLast((event) => event.To === 'Canceled')
  if (!end) return null
  return (
    <Note tone="idle">
      {end.ActorName ? fill(texts.canceledBy, end.ActorName) : texts.canceled}
      <Time at={end.At} />.{end.ActorName || !end.Reason ? '' : ` ${end.Reason}`}{' '}
      {job.properties.StartedAt ? texts.partialResultsWereDiscarded : texts.itHadNotStarted} {texts.inputsAreKept}
    </Note>
  )
}

function Unknown({ job }: { job: JobDocument }) {
  const { refetch, isFetching } = useQuery(jobQueries.detail(selfHref(job)))
  return (
    <Note tone="idle">
      <span className="flex flex-wrap items-center gap-3">
        {texts.noStateReported}
        <Button size="sm" working={isFetching} onClick={() => void refetch()}>
          {texts.refresh}
        </Button>
      </span>
    </Note>
  )
}

/** The elapsed time of a running job, how long it may still take, and its progress. */
export function JobClock({ job }: { job: JobDocument }) {
  const now = useNow(1000)
  const worked = workedMs(job.properties, now)
  const left = useTimeLeft(job, now)
  if (worked === undefined) return null
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-medium">{formatDuration(worked)}</span>
        <span className="text-ink-2">{texts.running}</span>
        {left ? <span className="ml-auto text-ink-2">{left}</span> : null}
      </div>
      <Race size="md" value={job.properties.Progress} label={fill(texts.progressOf, job.properties.Name)} />
    </div>
  )
}
