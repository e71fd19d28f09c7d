import type { Fault } from '@millrace/contracts/problems'
import { type BoundVariables, bindVariables } from '@millrace/workflows/bind-variables'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import type { StepVersion } from '@millrace/workflows/steps'
import { definitionBudget, validateWorkflow } from '@millrace/workflows/validate'

/** More faults of one definition help nobody, and would make the reply as large as the definition. */
export const FAULTS_MAX = 1000

export interface WorkflowQuestion {
  document: unknown
  /** The versions that the owner may run. */
  versions: (StepVersion & { id: string })[]
  /** Values of the variables. */
  given: Record<string, unknown>
}

/** What is wrong with a definition or, if nothing is, what it runs. */
export type WorkflowAnswer =
  | { faults: Fault[] }
  | {
      definition: WorkflowDefinition
      /** The step version of each node, in their order. */
      stepIds: string[]
      bound: BoundVariables
    }

/** Checks a definition and the values that it is started with. */
export function workflowAnswer(
  { document, versions, given }: WorkflowQuestion,
  budget = definitionBudget(),
): WorkflowAnswer {
  const { definition, steps, faults } = validateWorkflow(document, versions, budget)
  if (!definition || faults.length > 0) return { faults: faults.slice(0, FAULTS_MAX) }
  const stepIds = definition.nodes.map(({ id }) => steps.get(id)?.id ?? '')
  return { definition, stepIds, bound: bindVariables(definition, given, budget) }
}
