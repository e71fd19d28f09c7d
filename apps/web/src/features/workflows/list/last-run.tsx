import type { WireJobState } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { titleOfFile } from '@millrace/workflows/file-title'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatTook } from '#lib/format.ts'
import { hasRunningClock, workedMs } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { hrefOf } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import * as texts from './texts.ts'

interface LastRunProps {
  file: WorkDataDocument
  /** Whether to show why an execution failed instead of its state and duration. */
  withCause?: boolean | undefined
}

/** The state, time and duration of a workflow's last execution, with a link to the execution. */
export function LastRun({ file, withCause }: LastRunProps) {
  const href = hrefOf(file, 'LastExecution')
  if (href === undefined) return <LastRunText file={file} />
  return (
    <Link
      to="/workflows/executions/$details"
      params={{ details: encodeLink(href) }}
      className="flex min-w-0 hover:underline"
    >
      <span className="sr-only">{fill(texts.lastRunOf, titleOfFile(file.properties.Name))}</span>
      <LastRunText file={file} withCause={withCause} />
    </Link>
  )
}

/** The state, time and duration of a workflow's last execution, without a link, for rows that are links themselves. */
export function LastRunText({ file, withCause = false }: LastRunProps) {
  const run = useLastRun(file)
  const now = useNow(1000, run !== undefined && hasRunningClock(run.State))
  if (!run) return <span className="text-ink-3">{texts.neverRun}</span>
  const at = run.CompletedAt ?? run.StartedAt
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
      <StateIcon state={run.State} />
      {withCause && run.Cause ? (
        <span className="truncate text-danger phone:whitespace-normal" title={run.Cause}>
          <span className="sr-only">{STATE_LABELS[run.State]}: </span>
          <MarkedText text={run.Cause.replace(/\.$/, '')} />
        </span>
      ) : (
        <Outcome run={run} worked={workedMs(run, now)} />
      )}
      {at ? (
        <span className="-ml-[3px] flex-none text-ink-3">
          <span className={withCause && run.Cause ? 'phone:hidden' : undefined}>· </span>
          <Time at={at} />
        </span>
      ) : null}
    </span>
  )
}

function Outcome({ run: { State }, worked }: { run: { State: WireJobState }; worked: number | undefined }) {
  const took =
    worked === undefined
      ? ''
      : ` ${fill(State === 'Completed' ? texts.inDuration : texts.afterDuration, formatTook(worked))}`
  return (
    <span className="truncate">
      {STATE_LABELS[State]}
      {took}
    </span>
  )
}

/** The list includes the last execution. Only one that is still running is loaded again when it changes. */
function useLastRun({ links, properties: { LastExecution } }: WorkDataDocument) {
  const href = hrefOf({ links }, 'LastExecution')
  const isRunning = LastExecution !== undefined && hasRunningClock(LastExecution.State)
  const { data: job } = useQuery({ ...jobQueries.detail(href ?? ''), enabled: isRunning && href !== undefined })
  if (!LastExecution || href === undefined) return undefined
  const { State, StartedAt, CompletedAt, Cause } = isRunning && job ? job.properties : LastExecution
  return { State, StartedAt, CompletedAt, Cause: State === 'Error' ? Cause : null }
}
