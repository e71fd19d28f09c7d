import type { Actor } from '#access/actor.ts'
import { reachResource } from '#access/reach-resource.ts'
import type { Deps } from '#deps.ts'
import { type ShownNode, shownNodes } from './execution-view.store.ts'
import * as store from './executions.store.ts'

export type ExecutionService = ReturnType<typeof executionService>

/** An execution with everything that its document shows. */
export interface ExecutionView {
  job: store.JobRow
  execution: store.ExecutionRow
  nodes: ShownNode[]
  /** Name of the execution from which it was started, if that still exists. */
  originName: string | undefined
}

/** Reads executions, within the reach of the actor. */
export function executionService(deps: Pick<Deps, 'db' | 'log'>) {
  return {
    get: (actor: Actor, id: string): Promise<ExecutionView> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const job = await store.findJob(tx, reach, id)
        const execution = job && (await store.find(tx, id))
        if (!execution) return undefined
        const { originId, stepIds } = execution
        const origin = originId === null ? undefined : await store.findJob(tx, reach, originId)
        return { job, execution, originName: origin?.name, nodes: await shownNodes(tx, id, stepIds) }
      }),

    /** The definition as it was when the execution started. */
    definition: (actor: Actor, id: string): Promise<unknown> =>
      reachResource(deps, actor.scope, { kind: 'Job', id }, async (tx, reach) => {
        const job = await store.findJob(tx, reach, id)
        return job && (await store.find(tx, id))?.definition
      }),
  }
}
