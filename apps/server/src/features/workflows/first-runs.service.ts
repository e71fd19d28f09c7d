import type { Tx } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import type * as store from './executions.store.ts'
import { applyExpansion, leavesRuns, planFewRuns } from './expansion.service.ts'
import { workflowPlan } from './workflow-plan.ts'

/** Maximum number of runs created in the transaction that starts a workflow. Creating that many takes about 10 ms. */
const RUNS_MAX = 100

export interface StartedWorkflow {
  row: store.ExecutionRow
  /** Nodes without predecessors. */
  ready: store.ReadyNode[]
  steps: store.StepOfRuns[]
}

export interface FirstRuns {
  /** True if the engine has nothing to do until one of these runs ends. */
  isAll: boolean
  /** How long the checks of parameters blocked the event loop, in milliseconds. */
  checkedMs: number
}

export const NO_FIRST_RUNS: FirstRuns = { isAll: false, checkedMs: 0 }

/**
 * Creates a workflow's first runs, so that workers need not wait for the engine. Creates none if `planFewRuns` returns
 * undefined, for example because there are too many runs.
 */
export async function createFirstRuns(
  tx: Tx,
  { row, ready, steps }: StartedWorkflow,
  { newId, reach }: Pick<Deps, 'newId' | 'reach'>,
): Promise<FirstRuns> {
  const expansion = await planFewRuns(tx, workflowPlan(row), { ready, newId, known: steps, few: RUNS_MAX })
  if (!expansion) return NO_FIRST_RUNS
  tx.commitAfter(applyExpansion(tx, row, expansion, {}))
  await reach('workflow.child_create')
  return { isAll: !leavesRuns(expansion), checkedMs: expansion.checkedMs }
}
