import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatDuration } from '#lib/format.ts'
import { isMoving, workedMs } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import { titleOfFile } from '../workflow-name.ts'
import * as texts from './texts.ts'

interface LastRunProps {
  file: WorkDataDocument
}

/** State, time and duration of a workflow's last execution, which it opens. */
export function LastRun({ file }: LastRunProps) {
  const href = hrefOf(file, 'LastExecution')
  if (href === undefined) return <LastRunText file={file} />
  return (
    <Link
      to="/workflows/executions/$details"
      params={{ details: encodeLink(href) }}
      className="min-w-0 hover:underline"
    >
      <span className="sr-only">{fill(texts.lastRunOf, titleOfFile(file.properties.Name))}</span>
      <LastRunText file={file} />
    </Link>
  )
}

/** The same where the whole row is a link already. */
export function LastRunText({ file }: LastRunProps) {
  const run = useLastRun(file)
  const now = useNow(1000, run !== undefined && isMoving(run.State))
  if (!run) return <span className="text-ink-3">{texts.neverRun}</span>
  const at = run.CompletedAt ?? run.StartedAt
  const worked = workedMs(run, now)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
      <StateIcon state={run.State} />
      <span className="truncate">{STATE_LABELS[run.State]}</span>
      {at ? <Time at={at} className="flex-none text-ink-3" /> : null}
      {worked === undefined ? null : (
        <span className="flex-none text-ink-3">{fill(texts.inDuration, formatDuration(worked))}</span>
      )}
    </span>
  )
}

/** As the list says. Only a run that has not ended is read again, when it changes. */
function useLastRun({ links, properties: { LastExecution } }: WorkDataDocument) {
  const href = hrefOf({ links }, 'LastExecution')
  const isRunning = LastExecution !== undefined && isMoving(LastExecution.State)
  const { data: job } = useQuery({ ...jobQueries.detail(href ?? ''), enabled: isRunning && href !== undefined })
  if (!LastExecution || href === undefined) return undefined
  const { State, StartedAt, CompletedAt } = isRunning && job ? job.properties : LastExecution
  return { State, StartedAt, CompletedAt }
}
