import { z } from 'zod'
import type { WireJobState } from './job-states.ts'
import { JobName } from './jobs.ts'

/**
 * States of a node of an execution. `Waiting`: other nodes must finish first. `Running`: its runs are being created or
 * exist; a node with `forEach` is one node with many runs. `DataMissing`: a run waits until data is chosen for it. The
 * other states are terminal; `Skipped` has a reason.
 */
export const NODE_STATES = ['Waiting', 'Running', 'DataMissing', 'Completed', 'Skipped', 'Failed', 'Canceled'] as const
export type NodeState = (typeof NODE_STATES)[number]

/**
 * Why an execution was started from an earlier one: to reuse its results, to run everything again, or to verify that
 * the results are the same.
 */
export type OriginPurpose = 'Continue' | 'Repeat' | 'Verify'

/** Properties of an Execution document: a workflow that runs or has run. It embeds its nodes, rel `Node`. */
export interface ExecutionProperties {
  /** Name of the execution’s job. */
  Name: string
  /** Title of the definition. */
  Title: string
  State: WireJobState
  ErrorDescription: string | null
  /**
   * The fraction of nodes that have ended, from 0 to 1. A node with several runs counts in proportion to its ended
   * runs.
   */
  Progress: number
  /** How many nodes are in each state. */
  NodeCounts: Partial<Record<NodeState, number>>
  /** The values of the variables. */
  Variables: Record<string, unknown>
  StartedAt: string | null
  CompletedAt: string | null
  /** Why the execution was started from the earlier execution in the link `Origin`. Null if it was not. */
  OriginPurpose: OriginPurpose | null
  /** The dependencies between nodes, by their ids. */
  Edges: ExecutionEdge[]
  /** The work data that nodes read. Empty if there are more than 50. */
  Inputs: ExecutionInput[]
}

export const EXECUTION_INPUTS_MAX = 50

/**
 * Work data that nodes read: the files of one variable, or files that the definition itself gives to the same nodes.
 */
export interface ExecutionInput {
  /** The title of the variable. Null if the definition itself names the files. */
  Title: string | null
  Files: number
  /** Name and URL of the file, if there is only one and it still exists. */
  Name: string | null
  WorkDataUrl: string | null
  /** The nodes that read these files. */
  NodeIds: string[]
}

/** An edge between two nodes, by their ids in the definition. */
export interface ExecutionEdge {
  From: string
  To: string
  /** Whether `To` uses results of `From`. If not, `To` only waits until `From` has ended. */
  Uses: boolean
}

/**
 * A node of an execution, class `ExecutionNode`. Its links are `SubJobs` (the query of its jobs, 50 a page), `Job` if
 * it has one run, `FirstFailedJob`, `SelectedProcessingStep`, and for a run that is missing data `MissingDataJob`, or
 * `MissingDataExecution` if that run is itself an execution.
 */
export interface ExecutionNodeProperties {
  Id: string
  Title: string
  FunctionName: string
  Version: string
  State: NodeState
  /** Why the node is or will be skipped, or why it failed before it ran. */
  Reason: string | null
  /** The error of the first failed run of the node. */
  FirstFailure: string | null
  /** Why one of the node's runs waits until data is chosen for it. */
  MissingData: string | null
  /**
   * Title of the step whose runs wait because no connected worker offers it. The step may also belong to a workflow
   * that the node runs. Null if there is no such step.
   */
  StepWithoutWorker: string | null
  /** Title of a step whose runs wait because it is suspended or no longer deployed, as above. */
  SuspendedStep: string | null
  /** Whether the node has `forEach`. */
  Repeats: boolean
  /** Number of runs. Null until it is known. */
  Runs: number | null
  /** Number of runs that were reused from other executions. */
  ReusedRuns: number
  /** How many runs are in each state. `Waiting` runs have no job yet. A run that was retried counts once. */
  RunStates: RunStates
  StartedAt: string | null
  /** When a worker claimed the first run of the node. Until then, the node's runs wait in the queue. */
  ClaimedAt: string | null
  EndedAt: string | null
}

/** How many runs of a node are in each state. */
export interface RunStates {
  Waiting: number
  Pending: number
  Processing: number
  DataMissing: number
  Completed: number
  Failed: number
  Canceled: number
}

/**
 * Starts an execution from one that has ended. Properties that are left out keep the values of the earlier execution.
 */
export const ContinueExecutionParameters = z
  .object({
    Name: JobName.nullish(),
    /** Values of variables by name. Variables that are not listed keep their values. */
    Variables: z.record(z.string().max(200), z.unknown()).nullish(),
    /** URL of the workflow definition to run. */
    DefinitionUrl: z.string().max(2000).nullish(),
    /** The definition itself, which is then stored as hidden work data. */
    Definition: z.record(z.string(), z.unknown()).nullish(),
    /** Whether finished runs of the same step version with equal parameters and inputs are reused. True by default. */
    Reuse: z.boolean().nullish(),
  })
  .refine(({ Definition, DefinitionUrl }) => !Definition || !DefinitionUrl, {
    path: ['Definition'],
    message: 'Give the definition or its URL, not both.',
  })
export type ContinueExecutionParameters = z.infer<typeof ContinueExecutionParameters>

/**
 * What happens to a node when an execution continues. `Depends`: the node uses results of nodes that run again, and is
 * reused if these results are unchanged. `Fails`: a value does not fit.
 */
export const NODE_DECISIONS = ['Reused', 'Runs', 'Depends', 'Skipped', 'Fails'] as const
export type NodeDecision = (typeof NODE_DECISIONS)[number]

/** Properties of a Continuation document, a preview of the action `Continue`. It embeds its nodes, rel `Node`. */
export interface ContinuationProperties {
  Counts: Partial<Record<NodeDecision, number>>
  /** The values of all variables. */
  Variables: Record<string, unknown>
}

/**
 * A node of a Continuation, class `ContinuationNode`. The link `ReusedFrom` leads to the job of the execution that ran
 * the node.
 */
export interface ContinuationNodeProperties {
  Id: string
  Title: string
  Decision: NodeDecision
  /** The reason for the decision, as a sentence. */
  Reason: string
  /** Number of runs, as far as known. With `forEach`, it is possible that only some runs are reused. */
  Runs: number | null
  ReusedRuns: number
}

/**
 * Properties of an ExecutionComparison: compares an execution with the one that it verifies, or with the execution in
 * the parameter `with`, the URL of that execution's job. It embeds outputs, rel `Output`.
 */
export interface ExecutionComparisonProperties {
  /** State of the later execution. The comparison is complete once that execution has completed. */
  State: WireJobState
  Same: number
  Different: number
  /** Number of outputs that only the earlier execution has, or that the later execution has not produced yet. */
  Missing: number
  /** Number of outputs that only the later execution has. */
  Added: number
  /** Number of nested workflows with too many runs, for which only the named outputs were compared. */
  NotCompared: number
}

export const COMPARED_OUTPUTS_MAX = 1000

/**
 * A file or a returned value, class `ComparedOutput`. Differences come first; at most 1,000 outputs are listed. The
 * links `Before` and `Now` lead to the jobs that produced the output, unless a workflow did.
 */
export interface ComparedOutputProperties {
  /** For a node of a nested workflow, the ids of the nodes that lead to it come first, separated by “/”. */
  NodeId: string
  /** For a node of a nested workflow, the titles of the nodes that lead to it come first, separated by “ › ”. */
  Title: string
  /** 0-based position of the item in `forEach`. */
  Item: number
  /** Name of the output slot. Empty for the returned value. */
  Output: string
  /** Name of the file. Empty for the returned value. */
  Name: string
  Verdict: 'Same' | 'Different' | 'Missing' | 'Added'
  Sha256Before: string | null
  Sha256Now: string | null
}
