import { isTerminal } from '@millrace/contracts/job-states'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatClockSeconds, formatDay, formatDuration } from '#lib/format.ts'
import { hrefOf } from '#lib/siren.ts'
import { StepLink } from '../components/links.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { useShownParameters } from './job-parameters-panel.tsx'
import { JobClock } from './job-status.tsx'
import { parameterText } from './shown-parameters.ts'
import * as texts from './texts.ts'

const SHOWN_PARAMETERS = 6

/**
 * Minimum delay to be shown. If a job starts sooner after its creation, the creation time is left out. If a job was
 * queued for a shorter time, the waiting time is left out.
 */
const NOTABLE_MS = 1000

interface JobInspectorProps {
  job: JobDocument
  /** Opens the tab with all parameters. Undefined while the page has a form for them. */
  onParameters: (() => void) | undefined
}

/** Facts about a job that its header doesn't show, such as its timestamps, attempts, step and parameters. */
export function JobInspector({ job, onParameters }: JobInspectorProps) {
  const {
    State,
    CreatedAt,
    QueuedAt,
    StartedAt,
    CompletedAt,
    Attempt,
    MaxAttempts,
    Processing,
    StepOwnerName,
    PeakMemoryInBytes,
  } = job.properties
  const stepHref = hrefOf(job, 'SelectedProcessingStep')
  const waited = QueuedAt && StartedAt ? new Date(StartedAt).getTime() - new Date(QueuedAt).getTime() : undefined
  const isStartedLater = StartedAt !== null && Date.parse(StartedAt) - Date.parse(CreatedAt) >= NOTABLE_MS
  const dayAndTime = (at: string) => `${formatDay(at)}, ${formatClockSeconds(at)}`
  const facts = [
    ...(isStartedLater ? [fact(texts.createdAt, dayAndTime(CreatedAt))] : []),
    ...(waited === undefined || waited < NOTABLE_MS ? [] : [fact(texts.queuedFor, formatDuration(waited))]),
    ...(StartedAt
      ? [fact(texts.startedAt, isStartedLater ? timeAfter(StartedAt, CreatedAt) : dayAndTime(StartedAt))]
      : []),
    ...(CompletedAt ? [fact(texts.finishedAt, timeAfter(CompletedAt, CreatedAt))] : []),
    ...(PeakMemoryInBytes === null ? [] : [fact(texts.memory, formatBytes(PeakMemoryInBytes))]),
    // The maximum is shown only while another attempt is possible.
    ...(Attempt > 0 ? [fact('Attempt', isTerminal(State) ? String(Attempt) : `${Attempt} of ${MaxAttempts}`)] : []),
    ...(Processing && stepHref
      ? [
          fact(
            'Step',
            <StepLink href={stepHref}>
              {Processing.Title} {Processing.Version}
            </StepLink>,
          ),
        ]
      : []),
    ...(StepOwnerName ? [fact(texts.stepOwner, StepOwnerName)] : []),
  ]
  return (
    <>
      {State === 'Processing' ? (
        <div className="phone:hidden">
          <InspectorSection>
            <JobClock job={job} />
          </InspectorSection>
        </div>
      ) : null}
      <InspectorSection title={texts.details}>
        <Facts facts={facts} />
      </InspectorSection>
      {onParameters ? <Parameters job={job} onShowAll={onParameters} /> : null}
    </>
  )
}

function fact(name: string, value: ReactNode): readonly [string, ReactNode] {
  return [name, value]
}

function timeAfter(at: string, before: string): string {
  const time = formatClockSeconds(at)
  return formatDay(at) === formatDay(before) ? time : `${formatDay(at)}, ${time}`
}

function ChangedDot() {
  return (
    <span className="size-1.5 flex-none rounded-full bg-accent" title={texts.changed}>
      <span className="sr-only">{texts.changed}</span>
    </span>
  )
}

function Parameters({ job, onShowAll }: { job: JobDocument; onShowAll: () => void }) {
  const parameters = useShownParameters(job)
  if (parameters.length === 0) return null
  const areFew = parameters.length <= SHOWN_PARAMETERS
  const shown = areFew ? parameters : parameters.filter((parameter) => parameter.changed).slice(0, SHOWN_PARAMETERS)
  return (
    <InspectorSection
      title={texts.parameters}
      tools={
        areFew ? null : (
          <button type="button" className="rounded-sm text-accent hover:underline" onClick={onShowAll}>
            {fill(texts.showAll, parameters.length)}
          </button>
        )
      }
    >
      {shown.length === 0 ? <p className="text-ink-2">{texts.allDefaults}</p> : null}
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {shown.map((parameter) => (
          <div key={parameter.name} className="contents">
            <dt className="flex min-w-19 items-center gap-1.5 text-ink-3" title={parameter.label}>
              <span className="truncate">{parameter.label}</span>
              {parameter.changed ? <ChangedDot /> : null}
            </dt>
            <dd
              className={clsx('min-w-0 truncate', parameter.isCode && 'mono-sm', !parameter.changed && 'text-ink-3')}
              title={parameterText(parameter)}
            >
              {parameterText(parameter)}
            </dd>
          </div>
        ))}
      </dl>
    </InspectorSection>
  )
}
