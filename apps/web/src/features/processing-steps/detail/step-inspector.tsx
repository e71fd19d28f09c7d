import type { DEPLOYMENT_STATES } from '@millrace/contracts/processing-steps'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { JobLinks } from '#components/ui/job-links.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatPercent, formatTook, formatTotal } from '#lib/format.ts'
import { selfHref } from '#lib/siren.ts'
import { processingStepQueries, type StepDocument } from '../processing-steps.queries.ts'
import { stepJobsQuery } from './step-jobs.queries.ts'
import * as texts from './texts.ts'

/** The usage and details of a step, beside the tabs. */
export function StepInspector({ step }: { step: StepDocument }) {
  return (
    <>
      <Usage step={step} />
      <InspectorSection title={texts.details}>
        <Facts facts={factsOf(step)} />
      </InspectorSection>
    </>
  )
}

const JOBS_SHOWN = 4

function Usage({ step }: { step: StepDocument }) {
  const href = selfHref(step)
  const { data } = useQuery(stepJobsQuery(href))
  const { data: versions } = useQuery(processingStepQueries.versions(step.properties.FunctionName))
  if (!data || data.total === 0) return null
  const { Completed = 0, Error: failed = 0 } = data.counts
  const isCounted = Completed + failed > 0 && !data.partial.includes('Completed') && !data.partial.includes('Error')
  // The list of steps shows the same median, which is of recent jobs only.
  const typical = versions?.find((version) => selfHref(version) === href)?.properties.Use?.MedianSeconds
  return (
    <InspectorSection title={texts.usage}>
      <p className="flex items-baseline gap-2">
        <span className="text-2xl font-medium">{formatTotal(data.total)}</span>
        <span className="text-ink-2">{data.total === 1 ? 'job' : 'jobs'}</span>
        {isCounted ? (
          <span className="ml-auto">
            <span className="font-medium">{formatPercent(Completed / (Completed + failed))}</span>
            <span className="text-ink-2">{texts.completed}</span>
          </span>
        ) : null}
      </p>
      {typeof typical === 'number' ? (
        <p className="mt-1 text-ink-2">{fill(texts.median, formatTook(typical * 1000))}</p>
      ) : null}
      <div className="mt-2">
        <JobLinks label={texts.latestJobs} jobs={data.jobs.slice(0, JOBS_SHOWN)} />
      </div>
    </InspectorSection>
  )
}

/** Labels of the states that say where a step runs or that it is suspended. `whereItRuns` adds External. */
const RUNS: Partial<Record<(typeof DEPLOYMENT_STATES)[number], string>> = {
  Platform: texts.thisServer,
  PlatformSuspended: 'Suspended',
  ExternalSuspended: 'Suspended',
}

function whereItRuns({ DeploymentState, OwnerName }: StepDocument['properties']): string | undefined {
  return DeploymentState === 'External' ? fill(texts.workersOf, OwnerName) : RUNS[DeploymentState]
}

function factsOf(step: StepDocument): [string, ReactNode][] {
  const { OwnerName, IsPublic, CreatedAt, LastModifiedAt } = step.properties
  const { CodeHash, ProConVersion, Hidden, IsDeprecated, DeprecatedAt } = step.properties
  const runsOn = whereItRuns(step.properties)
  return [
    ['Owner', OwnerName],
    [texts.visibleTo, IsPublic ? texts.everyoneOnThisServer : texts.itsOwnerOnly],
    ...(runsOn ? [[texts.runsOn, runsOn] as [string, ReactNode]] : []),
    ['Worker', <Worker key="worker" step={step} />],
    ['Registered', <Time key="made" at={CreatedAt} />],
    ...(LastModifiedAt === CreatedAt
      ? []
      : [['Changed', <Time key="changed" at={LastModifiedAt} />] as [string, ReactNode]]),
    ...(Hidden ? [['Hidden', texts.fromLists] as [string, ReactNode]] : []),
    ...(IsDeprecated && DeprecatedAt
      ? [['Deprecated', <Time key="deprecated" at={DeprecatedAt} />] as [string, ReactNode]]
      : []),
    ...(ProConVersion ? [[texts.sdkVersion, <Mono key="kit" text={ProConVersion} />] as [string, ReactNode]] : []),
    ...(CodeHash
      ? [
          [
            texts.codeHash,
            <span key="hash" className="-my-1 flex items-center gap-1">
              <Mono text={`${CodeHash.slice(0, 8)}…`} />
              <CopyButton text={CodeHash} label={texts.copyFullCodeHash} />
            </span>,
          ] as [string, ReactNode],
        ]
      : []),
  ]
}

function Worker({ step }: { step: StepDocument }) {
  const { HasWorker, WorkerSeenAt } = step.properties
  if (HasWorker) return 'Connected'
  return WorkerSeenAt ? (
    <>
      Last seen <Time at={WorkerSeenAt} />
    </>
  ) : (
    texts.neverConnected
  )
}

function Mono({ text }: { text: string }) {
  return (
    <span className="mono-sm" title={text}>
      {text}
    </span>
  )
}
