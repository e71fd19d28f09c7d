import type { RunStates } from '@millrace/contracts/executions'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { MarkedText } from '#components/ui/marked-text.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { NODE_STATE_LABELS, nodeMs } from '#components/workflow-graph/node-state.ts'
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
}

/** The selected node: why it failed or was skipped, its runs and its step. */
export function NodeInspector({ jobHref, node, now }: NodeInspectorProps) {
  if (!node) return <p className="text-ink-2">{EXECUTION_TEXTS.choose}</p>
  const { Title, FunctionName, Version, State, Reason, RunStates: states, Runs } = node.properties
  const stepHref = hrefOf(node, 'SelectedProcessingStep')
  const took = nodeMs(node.properties, now)
  return (
    <>
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
      <Failure node={node} />
      <InspectorSection title={texts.details}>
        <Facts
          facts={[
            ...(State === 'Failed' ? [] : [['State', NODE_STATE_LABELS[State]] as const]),
            ...(Reason
              ? [
                  [
                    'Reason',
                    <span key="reason" className="whitespace-normal">
                      {Reason}
                    </span>,
                  ] as const,
                ]
              : []),
            ...(took === undefined
              ? []
              : [[State === 'Running' ? texts.soFar : texts.took, formatDuration(took)] as const]),
            ...(Runs === null || Runs === 1 ? [] : [['Runs', formatCount(Runs)] as const]),
            ...reuseFacts(node),
            ...runFacts(states),
          ]}
        />
      </InspectorSection>
      {Runs === 1 && State === 'Failed' ? null : <NodeJobs jobHref={jobHref} node={node} />}
    </>
  )
}

/** Where the results of a reused node come from. Its job belongs to that execution, so it is not listed below. */
function reuseFacts(node: ExecutionNode): (readonly [string, ReactNode])[] {
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

function runFacts(states: RunStates): (readonly [string, string])[] {
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
  return (
    <section className="rounded-lg border border-danger/40 bg-danger-soft p-3.5">
      <h2 className="flex items-center gap-2 font-semibold text-danger">
        <FailedIcon /> {texts.failed}
      </h2>
      {FirstFailure ? (
        <p className="mt-1.5 wrap-anywhere">
          <MarkedText text={FirstFailure} />
        </p>
      ) : null}
      {failed ? (
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(failed) }}
          className={`mt-3 ${buttonClass({ size: 'sm' })}`}
        >
          {texts.openFailedJob}
        </Link>
      ) : null}
    </section>
  )
}

/** The first jobs of the node. */
function NodeJobs({ jobHref, node }: Pick<NodeInspectorProps, 'jobHref'> & { node: ExecutionNode }) {
  const { data: runs = [] } = useQuery(
    executionQueries.runs(jobHref, hrefOf(node, 'SubJobs'), node.properties.State === 'Running'),
  )
  if (runs.length === 0) return null
  return (
    <InspectorSection title={runs.length === 1 ? texts.job : texts.jobs}>
      <ul className="-mx-1.5">
        {runs.map((run) => (
          <li key={selfHref(run)}>
            <Link
              to="/jobs/$details"
              params={{ details: encodeLink(selfHref(run)) }}
              className="flex h-8 items-center gap-2 rounded-md px-1.5 hover:bg-hover touch:h-11"
            >
              <StateIcon state={run.properties.State} label={STATE_LABELS[run.properties.State]} />
              <span className="min-w-0 flex-1 truncate">{run.properties.Name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
