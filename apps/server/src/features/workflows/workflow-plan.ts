import { partsOf } from '@millrace/parameters/pointer'
import { WORKFLOW_LIMITS, type WorkflowDefinition } from '@millrace/workflows/definition'
import { type Reference, referencesOfNode } from '@millrace/workflows/references'
import { runsWorkflow } from '@millrace/workflows/workflow-step'
import { workDataOf } from './execution-inputs.rules.ts'
import type { ExecutionRow } from './executions.store.ts'

/** The definition of an execution, with indexes for looking up nodes and their references. */
export interface WorkflowPlan {
  execution: ExecutionRow
  definition: WorkflowDefinition
  indexOf(nodeId: string): number
  needsOf(node: number): NodeNeeds
}

/** What a node refers to. `node` is the position of the referenced node. */
export interface NodeNeeds {
  results: { node: number; pointer: string; path: string[] }[]
  slots: { node: number; slot: string }[]
  /** Positions of the nodes that run nested workflows and whose outputs are used by name. */
  workflows: number[]
  /** URLs of work data, from the definition and from variables. */
  workData: string[]
}

export function workflowPlan(execution: ExecutionRow): WorkflowPlan {
  const definition = execution.definition as WorkflowDefinition
  const indexes = new Map(definition.nodes.map(({ id }, index) => [id, index]))
  const indexOf = (nodeId: string) => indexes.get(nodeId) ?? -1

  function needsOf(index: number): NodeNeeds {
    const needs: NodeNeeds = { results: [], slots: [], workflows: [], workData: [] }
    const node = definition.nodes[index]
    for (const { to } of node ? referencesOfNode(node, index) : []) add(needs, to)
    return needs
  }

  function add(needs: NodeNeeds, to: Reference['to']): void {
    if (to.kind === 'workData') needs.workData.push(to.url)
    if (to.kind === 'variable') needs.workData.push(...workDataOf(definition, execution.variables, to.name))
    if (to.kind !== 'node') return
    const node = indexOf(to.id)
    if (to.slot !== undefined) needs.slots.push({ node, slot: to.slot })
    const user = definition.nodes[node]
    if (to.slot !== undefined && user && runsWorkflow(user)) needs.workflows.push(node)
    if (to.result !== undefined) needs.results.push({ node, pointer: to.result, path: partsOf(to.result).slice(0) })
  }

  return { execution, definition, indexOf, needsOf }
}

/**
 * Caches recent plans, because the plan of a started execution never changes. All cached plans together have at most as
 * many nodes as one definition may have.
 */
export function planCache() {
  const plans = new Map<string, WorkflowPlan>()
  let nodes = 0

  return async function planOf(id: string, load: () => Promise<ExecutionRow | undefined>) {
    const known = plans.get(id)
    plans.delete(id)
    const plan = known ?? (await loaded())
    if (!plan) return undefined
    if (!known) nodes += plan.definition.nodes.length
    plans.set(id, plan)
    for (const [oldest, { definition }] of plans) {
      if (nodes <= WORKFLOW_LIMITS.nodesMax || oldest === id) break
      plans.delete(oldest)
      nodes -= definition.nodes.length
    }
    return plan

    async function loaded() {
      const row = await load()
      return row && workflowPlan(row)
    }
  }
}
