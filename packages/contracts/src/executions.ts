import type { WireJobState } from './job-states.ts'

/**
 * States of a node of an execution. `Waiting` for other nodes, `Running` from when its runs are being created; a node with
 * `forEach` is one node with many runs. Of the terminal states, `Skipped` has a reason.
 */
export const NODE_STATES = ['Waiting', 'Running', 'Completed', 'Skipped', 'Failed', 'Canceled'] as const
export type NodeState = (typeof NODE_STATES)[number]

/** Properties of an Execution document: a workflow that runs or has run. It embeds its nodes, rel `Node`. */
export interface ExecutionProperties {
  /** Name of the execution’s job. */
  Name: string
  /** Title of the definition. */
  Title: string
  State: WireJobState
  ErrorDescription: string | null
  /** 0 to 1: the part of the nodes that has ended. Nodes with several runs count in part. */
  Progress: number
  /** How many nodes are in each state. */
  NodeCounts: Partial<Record<NodeState, number>>
  /** The values of the variables. */
  Variables: Record<string, unknown>
  StartedAt: string | null
  CompletedAt: string | null
  /** Which node waits for which, by id. */
  Edges: ExecutionEdge[]
}

export interface ExecutionEdge {
  From: string
  To: string
  /** Whether results are used. If not, the node only comes after the other. */
  Uses: boolean
}

/**
 * A node of an execution, class `ExecutionNode`. Its links are `SubJobs` (the query of its jobs), `Job` if it has one run,
 * `FirstFailedJob`, and `SelectedProcessingStep`.
 */
export interface ExecutionNodeProperties {
  Id: string
  Title: string
  FunctionName: string
  Version: string
  State: NodeState
  /** Why it is or will be skipped, or why it failed before it ran. */
  Reason: string | null
  /** Why its first failed run failed. */
  FirstFailure: string | null
  /** Whether it has `forEach`. */
  Repeats: boolean
  /** Number of runs. Null before it is known. */
  Runs: number | null
  /** How many runs are in each state. `Waiting` runs have no job yet. Repeated runs count once. */
  RunStates: RunStates
  StartedAt: string | null
  EndedAt: string | null
}

export interface RunStates {
  Waiting: number
  Pending: number
  Processing: number
  DataMissing: number
  Completed: number
  Failed: number
  Canceled: number
}
