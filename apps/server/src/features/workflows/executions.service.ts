import type { WorkflowDefinition } from '@millrace/workflows/definition'
import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Deps } from '#deps.ts'
import { type ComparedExecutions, compareExecutions } from './compared-executions.service.ts'
import { type InputOfNodes, inputsOf } from './execution-inputs.rules.ts'
import { fileNames, type ShownNode, shownNodes } from './execution-view.store.ts'
import * as store from './executions.store.ts'

export type ExecutionService = ReturnType<typeof executionService>

export interface ExecutionView {
  job: store.JobRow
  execution: store.ExecutionRow
  nodes: ShownNode[]
  inputs: InputOfNodes[]
  /** File names by id, for inputs that consist of a single file. */
  fileNames: Map<string, string>
  /** The name of the execution that this one continues or verifies, if it still exists. */
  originName: string | undefined
  /** The saved workflow, if the execution ran a changed copy of it. */
  workflowId: string | undefined
}

export interface ExecutionComparison extends Pick<ExecutionView, 'job' | 'execution'>, ComparedExecutions {
  /** The job of the earlier execution. */
  withId: string
}

export function executionService(deps: Pick<Deps, 'db' | 'log'>) {
  return {
    get: (actor: Actor, id: string): Promise<ExecutionView> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const job = await store.findJob(tx, reach, id)
        const execution = job && (await store.find(tx, id))
        if (!execution) return undefined
        const { originId, stepIds } = execution
        const origin = originId === null ? undefined : await store.findJob(tx, reach, originId)
        const workflowId = originId === null ? undefined : await store.workflowBefore(tx, id)
        const inputs = inputsOf(execution.definition as WorkflowDefinition, execution.variables)
        const single = inputs.flatMap(({ fileIds }) => (fileIds.length === 1 ? fileIds : []))
        return {
          job,
          execution,
          originName: origin?.name,
          workflowId,
          nodes: await shownNodes(tx, id, stepIds),
          inputs,
          fileNames: await fileNames(tx, execution.ownerId, single),
        }
      }),

    /** Compares an execution with `otherId` or, by default, with the one that it verifies. Nodes are matched by id. */
    comparison: (actor: Actor, id: string, otherId?: string): Promise<ExecutionComparison> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const job = await store.findJob(tx, reach, id)
        const execution = job && (await store.find(tx, id))
        if (!job || !execution) return undefined
        const withId = otherId ?? (execution.verifies ? execution.originId : null)
        if (withId === null || (otherId !== undefined && !(await store.findJob(tx, reach, otherId)))) return undefined
        return { job, execution, withId, ...(await compareExecutions(tx, withId, id)) }
      }),

    /** Returns the definition as it was when the execution started. */
    definition: (actor: Actor, id: string): Promise<unknown> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const job = await store.findJob(tx, reach, id)
        return job && (await store.find(tx, id))?.definition
      }),
  }
}
