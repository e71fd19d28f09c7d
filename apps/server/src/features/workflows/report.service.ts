import type { Tx } from '@millrace/db/act'
import { ownValue } from '@millrace/parameters/pointer'
import { REPORT_VERSION, type ReportFile, type ReportNode, type WorkflowReport } from '@millrace/workflows/report'
import { runsWorkflow } from '@millrace/workflows/workflow-step'
import { namesOf } from '#features/owners/owners.service.ts'
import * as store from './executions.store.ts'
import { workDataPath } from './node-runs.rules.ts'
import { namedOutputs } from './node-values.store.ts'
import * as report from './report.store.ts'
import type { WorkflowPlan } from './workflow-plan.ts'

/** What an execution publishes when it completes. */
export interface Finish {
  report: WorkflowReport
  /** The result of the execution’s job: the URLs of the outputs that the definition names. */
  result: { outputs: Record<string, string[]> }
}

/** Builds the report and the result of the execution’s job. All nodes must have ended. */
export async function readReport(tx: Tx, plan: WorkflowPlan, job: store.JobRow, now: Date): Promise<Finish> {
  const { execution, definition } = plan
  const { jobId } = execution
  const workflows = definition.nodes.flatMap((node, index) => (runsWorkflow(node) ? [index] : []))
  const [nodes, runs, used, given, named, steps, names] = await Promise.all([
    store.nodes(tx, jobId),
    report.runs(tx, [jobId]),
    report.files(tx, [jobId]),
    report.variableFiles(tx, jobId, workflows),
    namedOutputs(tx, jobId, workflows),
    report.stepNames(tx, execution.stepIds),
    namesOf(tx, [job.createdBy]),
  ])
  const runsOf = Map.groupBy(runs, ({ node }) => node)
  const filesOf = Map.groupBy(
    [...used, ...named.map((file) => ({ ...file, executionId: jobId, isInput: false }))],
    ({ jobId: id }) => id,
  )
  const variablesOf = Map.groupBy(given, ({ jobId: id }) => id)
  const made = nodes.map((row): ReportNode => {
    const stepId = execution.stepIds[row.node] ?? ''
    return {
      id: row.nodeId,
      title: row.title,
      step: steps.get(stepId) ?? null,
      state: row.state as ReportNode['state'],
      reason: row.reason,
      startedAt: row.startedAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      runs: (runsOf.get(row.node) ?? []).map((run) => {
        const id = run.jobId ?? ''
        return reportRun(run, { files: filesOf.get(id) ?? [], variables: variablesOf.get(id) ?? [] })
      }),
    }
  })
  const outputs = outputsOf(plan, made)
  return {
    report: {
      version: REPORT_VERSION,
      title: definition.title,
      execution: {
        job: jobPath(jobId),
        name: job.name,
        startedBy: names.get(job.createdBy) ?? null,
        startedAt: (job.startedAt ?? now).toISOString(),
        completedAt: now.toISOString(),
      },
      definition: { workData: workDataPath(execution.definitionId), sha256: execution.definitionSha256 },
      variables: execution.variables as WorkflowReport['variables'],
      outputs,
      nodes: made,
    },
    result: {
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([name, list]) => [name, list.map(({ workData }) => workData)]),
      ),
    },
  }
}

interface FilesOfRun {
  files: report.ReportedFile[]
  /**
   * The files whose URLs are in variables of a nested workflow. The report lists these files as inputs, not as
   * parameters.
   */
  variables: report.ReportedFile[]
}

function reportRun(run: report.ReportedRun, { files, variables }: FilesOfRun): ReportNode['runs'][number] {
  const isCompleted = run.outcome === 'Completed'
  const asInputs = new Set(variables.map(({ slot }) => slot))
  const parameters = Object.entries(run.parameters ?? {}).filter(([name]) => !asInputs.has(name))
  return {
    item: run.item,
    try: run.try,
    state: isCompleted ? 'Completed' : run.outcome === 'Canceled' ? 'Canceled' : 'Failed',
    job: run.jobId && jobPath(run.jobId),
    ...(run.reusedFrom !== null && { reusedFrom: jobPath(run.reusedFrom) }),
    parameters: Object.fromEntries(parameters) as ReportNode['runs'][number]['parameters'],
    inputs: bySlot([...files.filter(({ isInput }) => isInput), ...variables]),
    outputs: bySlot(files.filter(({ isInput }) => !isInput)),
    result: (run.result ?? null) as ReportNode['runs'][number]['result'],
    error: run.error,
    worker: run.worker,
    startedAt: run.startedAt?.toISOString() ?? null,
    completedAt: run.completedAt?.toISOString() ?? null,
  }
}

function bySlot(files: report.ReportedFile[]): Record<string, ReportFile[]> {
  const slots = Map.groupBy(files, ({ slot }) => slot)
  return Object.fromEntries([...slots].map(([slot, list]) => [slot, list.map(reportFile)]))
}

function reportFile({ id, name, mediaType, sizeInBytes, sha256 }: report.ReportedFile): ReportFile {
  return { workData: workDataPath(id), name, mediaType, sizeInBytes, sha256 }
}

function outputsOf({ definition, indexOf }: WorkflowPlan, nodes: ReportNode[]): Record<string, ReportFile[]> {
  return Object.fromEntries(
    Object.entries(definition.outputs ?? {}).map(([name, { node, slot }]) => {
      const completed = nodes[indexOf(node)]?.runs.filter(({ state }) => state === 'Completed') ?? []
      return [name, completed.flatMap(({ outputs }) => ownValue(outputs, slot) ?? [])]
    }),
  )
}

function jobPath(id: string): string {
  return `/api/Job/${id}`
}
