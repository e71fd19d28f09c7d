import { z } from 'zod'
import type { WireJobState } from './job-states.ts'
import { JobName } from './jobs.ts'

/**
 * States of a node of an execution. `Waiting` for other nodes, `Running` from when its runs are being created; a node with
 * `forEach` is one node with many runs. `DataMissing` if a run waits until data is chosen for it. Of the terminal states,
 * `Skipped` has a reason.
 */
export const NODE_STATES = ['Waiting', 'Running', 'DataMissing', 'Completed', 'Skipped', 'Failed', 'Canceled'] as const
export type NodeState = (typeof NODE_STATES)[number]

/** Why an execution was started from an earlier one: to reuse its results, to run everything again, or to compare results. */
export type OriginPurpose = 'Continue' | 'Repeat' | 'Verify'

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
  /** Why the execution was started from the earlier one that its link `Origin` leads to. */
  OriginPurpose: OriginPurpose | null
  /** Which node waits for which, by id. */
  Edges: ExecutionEdge[]
  /** The work data that nodes read. Empty if there are more than 50. */
  Inputs: ExecutionInput[]
}

export const EXECUTION_INPUTS_MAX = 50

/** The work data of a variable, or work data that the definition names for the same nodes. */
export interface ExecutionInput {
  /** Of the variable. */
  Title: string | null
  Files: number
  /** Name and URL of the only file, if it still exists. */
  Name: string | null
  WorkDataUrl: string | null
  /** The nodes that read it. */
  NodeIds: string[]
}

/** An edge between two nodes, by their ids in the definition. */
export interface ExecutionEdge {
  From: string
  To: string
  /** Whether results are used. If not, the node only comes after the other. */
  Uses: boolean
}

/**
 * A node of an execution, class `ExecutionNode`. Its links are `SubJobs` (the query of its jobs, 50 a page), `Job` if it has one run,
 * `FirstFailedJob`, `MissingDataJob` or, if that is an execution, `MissingDataExecution`, and `SelectedProcessingStep`.
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
  /** Why one of its runs waits until data is chosen for it. */
  MissingData: string | null
  /**
   * Title of its step, or of one in a workflow that it runs, if runs of that step wait because no worker that offers it is
   * connected.
   */
  StepWithoutWorker: string | null
  /** Title of such a step, if runs of it wait because it is suspended or no longer deployed. */
  SuspendedStep: string | null
  /** Whether it has `forEach`. */
  Repeats: boolean
  /** Number of runs. Null before it is known. */
  Runs: number | null
  /** How many of them were reused from other executions. */
  ReusedRuns: number
  /** How many runs are in each state. `Waiting` runs have no job yet. Repeated runs count once. */
  RunStates: RunStates
  StartedAt: string | null
  /** When a worker claimed its first run. Until then, its runs wait in the queue. */
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

/** Starts an execution from one that has ended. What is left out stays as it was. */
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
 * What happens to a node when an execution continues. `Depends`: it uses results of nodes that run again, and is reused if
 * these turn out to be the same. `Fails` because a value does not fit.
 */
export const NODE_DECISIONS = ['Reused', 'Runs', 'Depends', 'Skipped', 'Fails'] as const
export type NodeDecision = (typeof NODE_DECISIONS)[number]

/** Properties of a Continuation document, which previews what an action `Continue` would do. It embeds nodes, rel `Node`. */
export interface ContinuationProperties {
  Counts: Partial<Record<NodeDecision, number>>
  /** The values of all variables. */
  Variables: Record<string, unknown>
}

/** A node of a Continuation, class `ContinuationNode`. The link `ReusedFrom` is the job of the execution that ran it. */
export interface ContinuationNodeProperties {
  Id: string
  Title: string
  Decision: NodeDecision
  /** Why, as a sentence. */
  Reason: string
  /** Number of runs, as far as known. With `forEach`, some may be reused and others not. */
  Runs: number | null
  ReusedRuns: number
}

/**
 * Properties of an ExecutionComparison: an execution with the one that it verifies, or with another one that is named by
 * `with`, the URL of its job. It embeds outputs, rel `Output`.
 */
export interface ExecutionComparisonProperties {
  /** State of the later execution. The comparison is complete when that has completed. */
  State: WireJobState
  Same: number
  Different: number
  /** Outputs that only the earlier execution has, or that the later one has not produced yet. */
  Missing: number
  /** Outputs that only the later execution has. */
  Added: number
  /** How many nested workflows had too many runs, so that only their named outputs were compared. */
  NotCompared: number
}

export const COMPARED_OUTPUTS_MAX = 1000

/**
 * A file or a returned value, class `ComparedOutput`. What differs comes first; at most 1,000 are listed. The links
 * `Before` and `Now` lead to the jobs that gave it, unless a workflow did.
 */
export interface ComparedOutputProperties {
  /** In workflows that nodes ran, the ids of these nodes come first, separated by “/”. */
  NodeId: string
  /** With the titles of the nodes on the way, separated by “ › ”. */
  Title: string
  /** Position of the item in `forEach`, from 0. */
  Item: number
  /** Name of the output slot. Empty for the returned value. */
  Output: string
  /** Name of the file. Empty for the returned value. */
  Name: string
  Verdict: 'Same' | 'Different' | 'Missing' | 'Added'
  Sha256Before: string | null
  Sha256Now: string | null
}
