import type { RunStates } from '@millrace/contracts/executions'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { MarkedText } from '#components/ui/marked-text.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { NODE_STATE_LABELS, nodeMs } from '#components/workflow-graph/node-state.ts'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, formatDuration } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { type ExecutionNode, executionQueries } from '../executions.queries.ts'
import { EXECUTION_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'

interface NodeInspectorProps {
  jobHref: string
  node: ExecutionNode | undefined
  now: Date
  /** The only job of a node: its results, its inputs, and what was set. */
  viewOf?: (job: JobDocument) => ReactNode
}

/** The selected node: why it failed or was skipped, its step, and what its jobs read and wrote. */
export function NodeInspector({ node, ...props }: NodeInspectorProps) {
  if (!node) return <p className="text-ink-2">{EXECUTION_TEXTS.choose}</p>
  return <SelectedNode node={node} {...props} />
}

function SelectedNode({ jobHref, node, now, viewOf }: NodeInspectorProps & { node: ExecutionNode }) {
  const isRunning = node.properties.State === 'Running'
  const { data: runs = [] } = useQuery(executionQueries.runs(jobHref, hrefOf(node, 'SubJobs'), isRunning))
  const [only, ...others] = runs
  return (
    <>
      <NodeHead node={node} />
      <Failure node={node} />
      <InspectorSection title={texts.details}>
        <Facts facts={[...stateFacts(node, now), ...reuseFacts(node), ...jobFacts(runs)]} />
      </InspectorSection>
      {only && others.length === 0 ? <Fragment key={selfHref(only)}>{viewOf?.(only)}</Fragment> : <Jobs jobs={runs} />}
    </>
  )
}

function NodeHead({ node }: { node: ExecutionNode }) {
  const { Title, FunctionName, Version } = node.properties
  const stepHref = hrefOf(node, 'SelectedProcessingStep')
  return (
    <InspectorSection>
      <h2 className="text-lg font-semibold wrap-anywhere">{Title}</h2>
      {stepHref ? (
        <Link
          to="/processing-steps/$details"
          params={{ details: encodeLink(stepHref) }}
          className="font-mono text-sm text-ink-2 hover:underline"
        >
          {FunctionName} {Version}
        </Link>
      ) : (
        <p className="font-mono text-sm text-ink-2">
          {FunctionName} {Version}
        </p>
      )}
    </InspectorSection>
  )
}

type Fact = readonly [name: string, value: ReactNode]

function stateFacts(node: ExecutionNode, now: Date): Fact[] {
  const { State, Reason, RunStates: states, Runs } = node.properties
  const took = nodeMs(node.properties, now)
  const reason = (
    <span key="reason" className="whitespace-normal">
      {Reason}
    </span>
  )
  return [
    ['State', NODE_STATE_LABELS[State]],
    ...(Reason ? [['Reason', reason] as const] : []),
    ...(took === undefined ? [] : [[State === 'Running' ? texts.soFar : texts.took, formatDuration(took)] as const]),
    ...(Runs === null || Runs === 1 ? [] : [['Runs', formatCount(Runs)] as const]),
    ...runFacts(states),
  ]
}

/** The way to the only job. */
function jobFacts([only, ...others]: readonly JobDocument[]): Fact[] {
  if (only === undefined || others.length > 0) return []
  const link = (
    <Link
      key="job"
      to="/jobs/$details"
      params={{ details: encodeLink(selfHref(only)) }}
      className="text-accent hover:underline"
    >
      {texts.openJob}
    </Link>
  )
  return [[texts.job, link]]
}

/** Where the results of a reused node come from. Its job belongs to that execution, so it is not listed below. */
function reuseFacts(node: ExecutionNode): Fact[] {
  const { Runs, ReusedRuns } = node.properties
  const [from, job] = [hrefOf(node, 'ReusedFrom'), hrefOf(node, 'Job')]
  if (!from) return []
  return [
    [
      'Reused',
      <Link
        key="from"
        to="/workflows/executions/$details"
        params={{ details: encodeLink(from) }}
        className="text-accent hover:underline"
      >
        {ReusedRuns === Runs
          ? texts.fromAnEarlierExecution
          : fill(texts.runs, formatCount(ReusedRuns), formatCount(Runs ?? ReusedRuns))}
      </Link>,
    ],
    ...(job
      ? [
          [
            'Job',
            <Link
              key="job"
              to="/jobs/$details"
              params={{ details: encodeLink(job) }}
              className="text-accent hover:underline"
            >
              {texts.theJobThatRan}
            </Link>,
          ] as const,
        ]
      : []),
  ]
}

function runFacts(states: RunStates): Fact[] {
  const shown = [
    ['Completed', states.Completed],
    ['Running', states.Processing],
    ['Queued', states.Pending],
    [texts.dataMissing, states.DataMissing],
    ['Failed', states.Failed],
    ['Canceled', states.Canceled],
  ] as const
  const total = shown.reduce((sum, [, count]) => sum + count, 0)
  return total < 2 ? [] : shown.filter(([, count]) => count > 0).map(([name, count]) => [name, formatCount(count)])
}

function Failure({ node }: { node: ExecutionNode }) {
  const { State, FirstFailure } = node.properties
  const failed = hrefOf(node, 'FirstFailedJob')
  if (State !== 'Failed' && !FirstFailure) return null
  const [, cause, rest] = /^(.+?[.!?])\s+(\S[\s\S]*)$/.exec(FirstFailure ?? '') ?? [undefined, FirstFailure]
  return (
    <section className="rounded-lg border border-danger/40 bg-danger-soft p-3.5">
      <h2 className="grid grid-cols-[16px_minmax(0,1fr)] gap-2 font-semibold wrap-anywhere">
        <FailedIcon className="mt-0.5 size-4 text-danger" />
        <span>
          <MarkedText text={cause ?? texts.failed} />
        </span>
      </h2>
      {rest ? (
        <p className="mt-1 pl-6 wrap-anywhere">
          <MarkedText text={rest} />
        </p>
      ) : null}
      {failed ? (
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(failed) }}
          className={`mt-3 ml-6 ${buttonClass({ size: 'sm' })}`}
        >
          {texts.openFailedJob}
        </Link>
      ) : null}
    </section>
  )
}

/** The first jobs of the node. */
function Jobs({ jobs }: { jobs: readonly JobDocument[] }) {
  if (jobs.length === 0) return null
  return (
    <InspectorSection title={texts.jobs}>
      <ul className="-mx-1.5">
        {jobs.map((job) => (
          <li key={selfHref(job)}>
            <Link
              to="/jobs/$details"
              params={{ details: encodeLink(selfHref(job)) }}
              className="flex h-8 items-center gap-2 rounded-md px-1.5 hover:bg-hover touch:h-11"
            >
              <StateIcon state={job.properties.State} label={STATE_LABELS[job.properties.State]} />
              <span className="min-w-0 flex-1 truncate">{job.properties.Name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
