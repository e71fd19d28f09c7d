import type { ExecutionNodeProperties, NodeState } from '@millrace/contracts/executions'
import type { WireJobState } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { formatCount, formatTook } from '#lib/format.ts'

export const NODE_STATE_LABELS: Record<NodeState, string> = {
  Waiting: 'Waiting',
  Running: 'Running',
  DataMissing: 'Data missing',
  Completed: 'Completed',
  Skipped: 'Skipped',
  Failed: 'Failed',
  Canceled: 'Canceled',
}

/** For each state of a node, the job state with the same icon and color. */
export const ICON_STATES: Record<NodeState, WireJobState> = {
  Waiting: 'Created',
  Running: 'Processing',
  DataMissing: 'DataMissing',
  Completed: 'Completed',
  Skipped: 'Canceled',
  Failed: 'Error',
  Canceled: 'Canceled',
}

/** Returns the icon and label of a node’s state. A node is queued until a worker has claimed one of its runs. */
export function nodeIcon(
  node: Pick<ExecutionNodeProperties, 'State' | 'RunStates' | 'StepWithoutWorker' | 'SuspendedStep'>,
) {
  if (isQueued(node)) {
    if (node.SuspendedStep) return { state: 'Pending', label: 'On hold' } as const
    return { state: 'Pending', label: node.StepWithoutWorker ? 'No worker' : STATE_LABELS.Pending } as const
  }
  return { state: ICON_STATES[node.State], label: NODE_STATE_LABELS[node.State] }
}

function isQueued({ State, RunStates }: Pick<ExecutionNodeProperties, 'State' | 'RunStates'>): boolean {
  const { Pending, Processing, Completed, Failed } = RunStates
  return State === 'Running' && Pending > 0 && Processing + Completed + Failed === 0
}

/** Returns when a node stopped waiting and started to run. Null if it has not run. */
export function ranFrom(node: ExecutionNodeProperties): string | null {
  const { StartedAt, ClaimedAt, EndedAt, Runs, RunStates, ReusedRuns } = node
  if (ClaimedAt !== null || EndedAt === null) return ClaimedAt
  // No claim is recorded if all runs are reused, or if the server does not check the runs that were claimed.
  const hasRun = ReusedRuns === Runs || RunStates.Completed > ReusedRuns
  return hasRun ? StartedAt : null
}

/** Returns how long a node has run, without time in the queue. Undefined if it has not run or waits for data. */
export function nodeMs(node: ExecutionNodeProperties, now: Date): number | undefined {
  const { State, EndedAt } = node
  const began = ranFrom(node)
  if (began === null || State === 'DataMissing') return undefined
  return Math.max(0, (EndedAt === null ? now : new Date(EndedAt)).getTime() - new Date(began).getTime())
}

/** Returns the line below the title of a node: how many of its runs are done, how long its run took, or its state. */
export function nodeFacts(node: ExecutionNodeProperties, now: Date): string {
  const { State, Repeats, Runs, RunStates, ReusedRuns } = node
  if (Repeats && Runs !== null) {
    const missing = RunStates.DataMissing > 0 ? `, ${formatCount(RunStates.DataMissing)} missing data` : ''
    const failed = RunStates.Failed > 0 ? `, ${formatCount(RunStates.Failed)} failed` : ''
    const reused = ReusedRuns > 0 ? `, ${formatCount(ReusedRuns)} reused` : ''
    return `${formatCount(RunStates.Completed)} of ${formatCount(Runs)}${missing}${failed}${reused}`
  }
  if (State === 'Completed' && ReusedRuns > 0) return 'Reused'
  const took = nodeMs(node, now)
  return State === 'Completed' && took !== undefined ? formatTook(took) : nodeIcon(node).label
}
