import type { ExecutionNodeProperties, NodeState } from '@millrace/contracts/executions'
import type { WireJobState } from '@millrace/contracts/job-states'
import { formatCount, formatDuration } from '#lib/format.ts'

export const NODE_STATE_LABELS: Record<NodeState, string> = {
  Waiting: 'Waiting',
  Running: 'Running',
  Completed: 'Completed',
  Skipped: 'Skipped',
  Failed: 'Failed',
  Canceled: 'Canceled',
}

/** The job state with the same icon and color. */
export const ICON_STATES: Record<NodeState, WireJobState> = {
  Waiting: 'Created',
  Running: 'Processing',
  Completed: 'Completed',
  Skipped: 'Canceled',
  Failed: 'Error',
  Canceled: 'Canceled',
}

/** How long a node took, or has taken so far. */
export function nodeMs({ StartedAt, EndedAt }: ExecutionNodeProperties, now: Date): number | undefined {
  if (StartedAt === null) return undefined
  return Math.max(0, (EndedAt === null ? now : new Date(EndedAt)).getTime() - new Date(StartedAt).getTime())
}

/** The line below the title of a node: how many of its runs are done, or how long its run took. */
export function nodeFacts(node: ExecutionNodeProperties, now: Date): string {
  const { State, Repeats, Runs, RunStates, ReusedRuns } = node
  if (Repeats && Runs !== null) {
    const failed = RunStates.Failed > 0 ? `, ${formatCount(RunStates.Failed)} failed` : ''
    const reused = ReusedRuns > 0 ? `, ${formatCount(ReusedRuns)} reused` : ''
    return `${formatCount(RunStates.Completed)} of ${formatCount(Runs)}${failed}${reused}`
  }
  if (State === 'Completed' && ReusedRuns > 0) return 'Reused'
  const took = nodeMs(node, now)
  return State === 'Completed' && took !== undefined ? formatDuration(took) : NODE_STATE_LABELS[State]
}
