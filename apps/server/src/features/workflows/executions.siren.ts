import type {
  ExecutionInput,
  ExecutionNodeProperties,
  ExecutionProperties,
  NodeState,
  OriginPurpose,
  RunStates,
} from '@millrace/contracts/executions'
import { isTerminal } from '@millrace/contracts/job-states'
import { MEDIA } from '@millrace/contracts/media-types'
import { document, jsonAction, link, plainAction } from '@millrace/siren/build'
import type { SirenAction, SirenDocument, SirenLink } from '@millrace/siren/document'
import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import { edgesOf } from '@millrace/workflows/edges'
import type { Viewer } from '#app-env.ts'
import { jobsFound } from '#http/job-links.ts'
import { href } from '#links.ts'
import { comparisonHref } from './comparison.siren.ts'
import type { InputOfNodes } from './execution-inputs.rules.ts'
import type { ShownNode } from './execution-view.store.ts'
import type { ExecutionView } from './executions.service.ts'

export function executionDocument(viewer: Viewer, view: ExecutionView): SirenDocument<ExecutionProperties> {
  const { job, execution } = view
  const definition = execution.definition as WorkflowDefinition
  const self = href.job(viewer.origin, job.id)
  const nodes = view.nodes.map((node, index) => nodeDocument(viewer, view, node, definition.nodes[index]))
  return document('Execution', {
    properties: {
      Name: job.name,
      Title: definition.title,
      State: job.state,
      ErrorDescription: job.error,
      Progress: progressOf(view.nodes),
      NodeCounts: countsOf(view.nodes),
      Variables: execution.variables,
      StartedAt: job.startedAt?.toISOString() ?? null,
      CompletedAt: job.completedAt?.toISOString() ?? null,
      OriginPurpose: purposeOf(execution),
      Edges: edgesOf(definition).map(({ from, to, uses }) => ({
        From: definition.nodes[from]?.id ?? '',
        To: definition.nodes[to]?.id ?? '',
        Uses: uses,
      })),
      Inputs: view.inputs.map((input) => inputOf(viewer, view, input)),
    },
    entities: nodes as never[],
    actions: actionsOf(viewer, view, self),
    links: [
      link('self', `${self}/Execution`),
      link('Job', self),
      link('Definition', `${self}/Execution/Definition`, MEDIA.workflowDefinition),
      ...(view.originName === undefined ? [] : [link('Origin', href.job(viewer.origin, execution.originId ?? ''))]),
      ...(execution.verifies && view.originName !== undefined
        ? [link('Comparison', `${self}/Execution/Comparison`)]
        : []),
      // Compares the execution with itself, as a template: clients replace `with` with the URL of another job.
      link('CompareWith', comparisonHref(viewer.origin, job.id, job.id)),
      link('DefinitionWorkData', href.workData(viewer.origin, execution.definitionId)),
      ...(view.workflowId === undefined ? [] : [link('Workflow', href.workData(viewer.origin, view.workflowId))]),
      link('SubJobs', jobsFound(viewer, job.ownerId, { ParentJobUrl: self, ShowHidden: true })),
    ],
  })
}

function inputOf({ origin }: Viewer, view: ExecutionView, { title, fileIds, nodeIds }: InputOfNodes): ExecutionInput {
  const [only, ...others] = fileIds
  const name = only !== undefined && others.length === 0 ? view.fileNames.get(only) : undefined
  return {
    Title: title,
    Files: fileIds.length,
    Name: name ?? null,
    WorkDataUrl: only !== undefined && name !== undefined ? href.workData(origin, only) : null,
    NodeIds: nodeIds,
  }
}

function purposeOf({ originId, reuses, verifies }: ExecutionView['execution']): OriginPurpose | null {
  if (originId === null) return null
  if (verifies) return 'Verify'
  return reuses ? 'Continue' : 'Repeat'
}

/**
 * Returns the actions that repeat an execution. Only the owner gets them, because the new execution belongs to the
 * context of the request that starts it.
 */
function actionsOf({ actor, origin }: Viewer, { job }: ExecutionView, self: string): SirenAction[] {
  if (!isTerminal(job.state) || job.ownerId !== actor.ownerId) return []
  const type = 'ContinueExecutionParameters'
  const parameter = { type, schemaHref: href.schema(origin, type) }
  const at = `${self}/Execution`
  return [
    jsonAction('Continue', `${at}/Continue`, 'Run it again with changes and reuse finished results.', parameter),
    jsonAction('PreviewContinuation', `${at}/PreviewContinuation`, 'Show what would be reused.', parameter),
    ...(job.state === 'Completed'
      ? [plainAction('Verify', `${at}/Verify`, 'Run it again with the same versions and compare the results.')]
      : []),
  ]
}

function nodeDocument(
  viewer: Viewer,
  { job }: ExecutionView,
  node: ShownNode,
  defined: WorkflowNode | undefined,
): SirenDocument<ExecutionNodeProperties> {
  return document('ExecutionNode', {
    rel: ['Node'],
    properties: {
      Id: node.nodeId,
      Title: node.title,
      FunctionName: node.functionName ?? defined?.step.function ?? '',
      Version: node.version ?? '',
      State: stateOf(node),
      Reason: node.reason,
      FirstFailure: node.failure,
      MissingData: node.missingCause,
      StepWithoutWorker: node.withoutWorker,
      SuspendedStep: node.suspended,
      Repeats: defined?.forEach !== undefined,
      Runs: node.runs,
      ReusedRuns: node.reused,
      RunStates: runStates(node),
      StartedAt: node.startedAt?.toISOString() ?? null,
      ClaimedAt: node.claimedAt?.toISOString() ?? null,
      EndedAt: node.endedAt?.toISOString() ?? null,
    },
    links: nodeLinks(viewer, job, node),
  })
}

/** Links only to the first runs of a node, because a node may have thousands. */
const FIRST_RUNS = {
  Pagination: { PageSize: 50 },
  SortBy: { PropertyName: 'Name', SortType: 'Ascending' },
} as const

function nodeLinks({ actor, origin }: Viewer, job: ExecutionView['job'], node: ShownNode): SirenLink[] {
  const self = href.job(origin, job.id)
  const jobs = { ParentJobUrl: self, NodeId: node.nodeId, ShowHidden: true }
  return [
    link('self', `${self}/Execution#${node.nodeId}`),
    ...(node.runs === null ? [] : [link('SubJobs', jobsFound({ actor, origin }, job.ownerId, jobs, FIRST_RUNS))]),
    ...(node.jobId === null ? [] : [link('Job', href.job(origin, node.jobId))]),
    ...(node.reusedFrom === null ? [] : [link('ReusedFrom', href.job(origin, node.reusedFrom))]),
    ...(node.failedJobId === null ? [] : [link('FirstFailedJob', href.job(origin, node.failedJobId))]),
    ...(node.missingJobId === null
      ? []
      : [link(node.missingInside ? 'MissingDataExecution' : 'MissingDataJob', href.job(origin, node.missingJobId))]),
    ...(node.stepId === null ? [] : [link('SelectedProcessingStep', href.step(origin, node.stepId))]),
  ]
}

function runStates(node: ShownNode): RunStates {
  const { active, pending, processing, dataMissing, completed, failed, canceled } = node
  return {
    Waiting: node.state === 'Expanding' ? active - pending - processing - dataMissing : 0,
    Pending: pending,
    Processing: processing,
    DataMissing: dataMissing,
    Completed: completed,
    Failed: failed - canceled,
    Canceled: canceled,
  }
}

function stateOf({ state, missingJobId }: ShownNode): NodeState {
  if (state !== 'Ready' && state !== 'Expanding' && state !== 'Running') return state
  return missingJobId === null ? 'Running' : 'DataMissing'
}

function countsOf(nodes: ShownNode[]): ExecutionProperties['NodeCounts'] {
  const counts: ExecutionProperties['NodeCounts'] = {}
  for (const node of nodes) counts[stateOf(node)] = (counts[stateOf(node)] ?? 0) + 1
  return counts
}

function progressOf(nodes: ShownNode[]): number {
  const parts = nodes.map(({ endedAt, runs, completed, failed }) =>
    endedAt ? 1 : runs ? (completed + failed) / runs : 0,
  )
  return parts.reduce((sum, part) => sum + part, 0) / nodes.length
}
