import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nodeIcon, nodeMs } from '#components/workflow-graph/node-state.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, formatDuration, formatTook } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf } from '#lib/siren.ts'
import type { ExecutionNode } from '../executions.queries.ts'
import * as texts from './texts.ts'

export type Fact = readonly [name: string, value: ReactNode]

const LINK = 'text-accent hover:underline'

/**
 * Returns the state of a node with its reason, how long the node waited and ran, and how many runs it has, if not one.
 */
export function stateFacts(node: ExecutionNode, now: Date): Fact[] {
  const { State, Reason, Runs } = node.properties
  const [waited, took] = [waitedMs(node, now), nodeMs(node.properties, now)]
  const reason = (
    <span key="reason" className="whitespace-normal">
      {Reason}
    </span>
  )
  return [
    ['State', nodeIcon(node.properties).label],
    ...(Reason ? [[State === 'Skipped' || State === 'Failed' ? texts.reason : texts.items, reason] as const] : []),
    ...(waited === undefined ? [] : [[texts.queuedFor, formatDuration(waited)] as const]),
    ...(took === undefined ? [] : [[State === 'Running' ? texts.soFar : texts.took, formatTook(took)] as const]),
    ...(Runs === null || Runs === 1 ? [] : [['Runs', formatCount(Runs)] as const]),
  ]
}

/** Minimum waiting time that is shown. */
const NOTICED_MS = 1000

/**
 * Returns how long the runs of a node were queued before a worker claimed the first one or, if none is claimed yet, how
 * long they have been queued.
 */
function waitedMs({ properties }: ExecutionNode, now: Date): number | undefined {
  const { State, StartedAt, ClaimedAt, EndedAt } = properties
  if (StartedAt === null || (ClaimedAt === null && (EndedAt !== null || State === 'DataMissing'))) return undefined
  const waited = (ClaimedAt === null ? now : new Date(ClaimedAt)).getTime() - new Date(StartedAt).getTime()
  return waited < NOTICED_MS ? undefined : waited
}

/**
 * Returns the execution whose results a node reuses, and the job that produced them. That job belongs to the other
 * execution, so it is not in this node's list of jobs. Empty if the node reuses nothing.
 */
export function reuseFacts(node: ExecutionNode): Fact[] {
  const { Runs, ReusedRuns } = node.properties
  const [from, job] = [hrefOf(node, 'ReusedFrom'), hrefOf(node, 'Job')]
  if (!from) return []
  return [
    [
      'Reused',
      <Link key="from" to="/workflows/executions/$details" params={{ details: encodeLink(from) }} className={LINK}>
        {ReusedRuns === Runs
          ? texts.fromAnEarlierExecution
          : fill(texts.runs, formatCount(ReusedRuns), formatCount(Runs ?? ReusedRuns))}
      </Link>,
    ],
    ...(job ? [jobFact(job, texts.theJobThatRan)] : []),
  ]
}

export function jobFact(href: string, text: string): Fact {
  return [
    texts.job,
    <Link key="job" to="/jobs/$details" params={{ details: encodeLink(href) }} className={LINK}>
      {text}
    </Link>,
  ]
}
