import { z } from 'zod'
import type { WireJobState } from './job-states.ts'
import { JobName } from './jobs.ts'

/**
 * States of a node of an execution. `Waiting`: other nodes must finish first. `Running`: the node's runs are being
 * created or have not all ended. `DataMissing`: a run waits until data is chosen for it. The other states are terminal.
 */
export const NODE_STATES = ['Waiting', 'Running', 'DataMissing', 'Completed', 'Skipped', 'Failed', 'Canceled'] as const
export type NodeState = (typeof NODE_STATES)[number]

/** Why an execution was started from an earlier one: to reuse results, run everything again, or verify results. */
export type OriginPurpose = 'Continue' | 'Repeat' | 'Verify'

/** Properties of an Execution document: a workflow that runs or has run. The nodes are embedded with the rel `Node`. */
export interface ExecutionProperties {
  Name: string
  Title: string
  State: WireJobState
  ErrorDescription: string | null
  /**
   * The fraction of nodes that have ended. A node with several runs contributes the fraction of its runs that have
   * ended.
   */
  Progress: number
  NodeCounts: Partial<Record<NodeState, number>>
  Variables: Record<string, unknown>
  StartedAt: string | null
  CompletedAt: string | null
  /** Null if the link `Origin` is absent. */
  OriginPurpose: OriginPurpose | null
  Edges: ExecutionEdge[]
  /** Empty if there are more than `EXECUTION_INPUTS_MAX`. */
  Inputs: ExecutionInput[]
}

export const EXECUTION_INPUTS_MAX = 50

/** Input files of nodes: the files of one variable, or the files in the definition that the same nodes read. */
export interface ExecutionInput {
  /** Null if the definition itself contains the files. */
  Title: string | null
  Files: number
  /** Name and URL of the file, if there is exactly one and it has not been deleted. */
  Name: string | null
  WorkDataUrl: string | null
  NodeIds: string[]
}

/** A dependency between two nodes. `From` and `To` are node ids in the definition. */
export interface ExecutionEdge {
  From: string
  To: string
  /** Whether `To` uses results of `From`. If not, `To` only waits until `From` has ended. */
  Uses: boolean
}

/**
 * A node of an execution, class `ExecutionNode`. Links: `SubJobs` (the query of the node's jobs, 50 per page),
 * `SelectedProcessingStep`, `Job` if the node has one run, `FirstFailedJob`, and `ReusedFrom` (the execution in which
 * the first reused run ran). If a run is missing data, `MissingDataJob` leads to its job. If that run is itself an
 * execution, the link to its job is `MissingDataExecution` instead.
 */
export interface ExecutionNodeProperties {
  Id: string
  Title: string
  FunctionName: string
  Version: string
  State: NodeState
  /** Why the node is or will be skipped, or why it failed before it ran. */
  Reason: string | null
  FirstFailure: string | null
  /** Why one of the node's runs waits until data is chosen for it. */
  MissingData: string | null
  /**
   * Title of a step whose runs wait because no connected worker offers the step. The step may belong to a nested
   * workflow. Null if there is no such step.
   */
  StepWithoutWorker: string | null
  /**
   * Title of a step whose runs wait because the step is suspended or not deployed. The step may belong to a nested
   * workflow. Null if there is no such step.
   */
  SuspendedStep: string | null
  Repeats: boolean
  Runs: number | null
  ReusedRuns: number
  /** `Waiting` runs have no job yet. A run that was retried counts once. */
  RunStates: RunStates
  StartedAt: string | null
  /** When a worker claimed the node's first run. Until then, the node's runs are queued. */
  ClaimedAt: string | null
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

/** Starts an execution from an execution that has ended. Omitted properties keep the earlier values. */
export const ContinueExecutionParameters = z
  .object({
    Name: JobName.nullish(),
    /** Variables that are not listed keep their values. */
    Variables: z.record(z.string().max(200), z.unknown()).nullish(),
    DefinitionUrl: z.string().max(2000).nullish(),
    /** The server stores the definition as hidden work data. */
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
 * reused if these results are unchanged. `Fails`: the node would fail before it runs.
 */
export const NODE_DECISIONS = ['Reused', 'Runs', 'Depends', 'Skipped', 'Fails'] as const
export type NodeDecision = (typeof NODE_DECISIONS)[number]

/** Properties of a Continuation document, which previews the action `Continue`. The nodes are embedded as `Node`. */
export interface ContinuationProperties {
  Counts: Partial<Record<NodeDecision, number>>
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
  Reason: string
  /** Number of runs. Null if unknown. `ReusedRuns` may be lower than `Runs` if the node has `forEach`. */
  Runs: number | null
  ReusedRuns: number
}

/**
 * Properties of an ExecutionComparison. An execution is compared with the execution that it verifies, unless the query
 * parameter `with` contains the URL of another execution's job. The outputs are embedded with the rel `Output`.
 */
export interface ExecutionComparisonProperties {
  /** State of the later execution. The comparison is final only when this state is `Completed`. */
  State: WireJobState
  Same: number
  Different: number
  /** Number of outputs that only the earlier execution has, or that the later execution has not produced yet. */
  Missing: number
  /** Number of outputs that only the later execution has. */
  Added: number
  /**
   * Number of nested workflows that have too many runs to compare the outputs of each run. Only the named outputs of
   * these workflows were compared.
   */
  NotCompared: number
}

export const COMPARED_OUTPUTS_MAX = 1000

/**
 * A file or a returned value, class `ComparedOutput`. Outputs that differ come first; at most 1,000 outputs are listed.
 * The links `Before` and `Now` lead to the jobs that produced the output. If a workflow produced the output, the links
 * are absent.
 */
export interface ComparedOutputProperties {
  /** The node's id. In a nested workflow, the ids of all nodes from the outermost to this one, separated by “/”. */
  NodeId: string
  /**
   * The node's title. In a nested workflow, the titles of all nodes from the outermost to this one, separated by “ › ”.
   */
  Title: string
  /** 0-based position of the run's item in the list of `forEach`. */
  Item: number
  /** Empty for a returned value. */
  Output: string
  /** Empty for a returned value. */
  Name: string
  Verdict: 'Same' | 'Different' | 'Missing' | 'Added'
  Sha256Before: string | null
  Sha256Now: string | null
}
