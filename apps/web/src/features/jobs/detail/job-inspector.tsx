import { clsx } from 'clsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatDuration } from '#lib/format.ts'
import { hrefOf } from '#lib/siren.ts'
import { StepLink } from '../components/links.tsx'
import type { JobDocument } from '../jobs.queries.ts'
import { JobClock } from './job-lead.tsx'
import { useShownParameters } from './job-parameters-panel.tsx'
import { parameterWords } from './shown-parameters.ts'
import * as texts from './texts.ts'

const SHOWN_PARAMETERS = 6

interface JobInspectorProps {
  job: JobDocument
  /** Opens all parameters. Left out while the form beside it sets them. */
  onParameters: (() => void) | undefined
}

/** The facts of a job beside its content that its head does not have: the clock while it runs, times, parameters. */
export function JobInspector({ job, onParameters }: JobInspectorProps) {
  const { State, CreatedAt, QueuedAt, StartedAt, CompletedAt, Attempt, MaxAttempts, Processing, StepOwnerName } =
    job.properties
  const stepHref = hrefOf(job, 'SelectedProcessingStep')
  const waited = QueuedAt && StartedAt ? new Date(StartedAt).getTime() - new Date(QueuedAt).getTime() : undefined
  const facts: [string, React.ReactNode][] = [
    ...(StartedAt ? [['Created', <Time key="at" at={CreatedAt} />] as [string, React.ReactNode]] : []),
    ...(waited === undefined || waited < 0 ? [] : [['Waited', formatDuration(waited)] as [string, React.ReactNode]]),
    ...(CompletedAt ? [['Finished', <Time key="at" at={CompletedAt} />] as [string, React.ReactNode]] : []),
    ...(Attempt > 0 ? [['Attempt', `${Attempt} of ${MaxAttempts}`] as [string, React.ReactNode]] : []),
    ...(Processing && stepHref
      ? [
          [
            'Step',
            <StepLink key="step" href={stepHref}>
              {Processing.Title} {Processing.Version}
            </StepLink>,
          ] as [string, React.ReactNode],
        ]
      : []),
    ...(StepOwnerName ? [[texts.stepOwner, StepOwnerName] as [string, React.ReactNode]] : []),
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
          <button type="button" className="hover:text-ink" onClick={onShowAll}>
            {fill(texts.showAll, parameters.length)}
          </button>
        )
      }
    >
      {shown.length === 0 ? <p className="text-ink-2">{texts.allAtTheirDefaults}</p> : null}
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {shown.map((parameter) => (
          <div key={parameter.name} className="contents">
            <dt className="min-w-0 truncate text-ink-3" title={parameter.label}>
              {parameter.label}
            </dt>
            <dd
              className={clsx('min-w-0 truncate', !parameter.changed && 'text-ink-3')}
              title={parameterWords(parameter)}
            >
              {parameter.changed ? <span className="mr-1.5 text-xs text-ink-3">{texts.changed}</span> : null}
              {parameterWords(parameter)}
            </dd>
          </div>
        ))}
      </dl>
    </InspectorSection>
  )
}
