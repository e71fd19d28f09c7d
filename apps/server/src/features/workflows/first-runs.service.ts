import type { Tx } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import type * as store from './executions.store.ts'
import { applyExpansion, leavesRuns, planFewRuns } from './expansion.service.ts'
import { workflowPlan } from './workflow-plan.ts'

/** How many runs the transaction that starts a workflow may create. That takes about 10 ms. */
const RUNS_MAX = 100

/** A workflow that is being started. */
export interface StartedWorkflow {
  row: store.ExecutionRow
  /** Nodes that wait for no other. */
  ready: store.ReadyNode[]
  steps: store.StepOfRuns[]
}

/** What became of the first runs of a workflow. */
export interface FirstRuns {
  /** Whether the engine has nothing left to do for the workflow. */
  isAll: boolean
  /** For how long the checks of parameters kept everything else waiting. */
  checkedMs: number
}

export const NO_FIRST_RUNS: FirstRuns = { isAll: false, checkedMs: 0 }

/**
 * Creates the first runs of a workflow if they are few and soon checked, so that workers start without waiting for the
 * engine. These runs use no results of other nodes.
 */
export async function createFirstRuns(
  tx: Tx,
  { row, ready, steps }: StartedWorkflow,
  { newId, reach }: Pick<Deps, 'newId' | 'reach'>,
): Promise<FirstRuns> {
  const expansion = await planFewRuns(tx, workflowPlan(row), { ready, newId, known: steps, few: RUNS_MAX })
  if (!expansion) return NO_FIRST_RUNS
  tx.last(applyExpansion(tx, row, expansion, {}))
  await reach('workflow.child_create')
  return { isAll: !leavesRuns(expansion), checkedMs: expansion.checkedMs }
}
