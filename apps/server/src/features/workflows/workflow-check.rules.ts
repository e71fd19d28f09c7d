import type { Fault } from '@millrace/contracts/problems'
import type { Budget } from '@millrace/parameters/budget'
import { type BoundVariables, bindVariables } from '@millrace/workflows/bind-variables'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import type { StepVersion } from '@millrace/workflows/steps'
import { definitionBudget, tooLong, validateWorkflow } from '@millrace/workflows/validate'
import { type VariableUse, variableUseFaults } from '@millrace/workflows/variable-uses'

/** More faults of one definition help nobody, and would make the reply as large as the definition. */
export const FAULTS_MAX = 1000

export interface DefinitionQuestion {
  document: unknown
  /** The versions that the owner may run. */
  versions: (StepVersion & { id: string })[]
}

/** What is wrong with a definition or, if nothing is, what it runs. */
export type DefinitionAnswer =
  | { faults: Fault[] }
  | {
      definition: WorkflowDefinition
      /** The step version of each node, in their order. */
      stepIds: string[]
    }

/** The values that a valid definition is started with. */
export interface ValuesQuestion {
  variables: WorkflowDefinition['variables']
  given: Record<string, unknown>
  uses: VariableUse[]
  /** How many workflows are started together. They share one budget. */
  among: number
}

export type WorkflowQuestion = DefinitionQuestion | ValuesQuestion
export type WorkflowAnswer = DefinitionAnswer | BoundVariables

export function workflowAnswer(question: WorkflowQuestion, budget?: Budget): WorkflowAnswer {
  return 'document' in question ? definitionAnswer(question, budget) : valuesAnswer(question, budget)
}

function valuesAnswer(
  { uses, given, among, ...definition }: ValuesQuestion,
  budget = definitionBudget(among),
): BoundVariables {
  const answer = bindVariables(definition, given, budget)
  if (answer.faults.length > 0) return answer
  const faults = variableUseFaults(uses, answer.values, budget)
  return budget.isUsedUp ? { values: {}, faults: [tooLong()] } : { ...answer, faults }
}

function definitionAnswer({ document, versions }: DefinitionQuestion, budget = definitionBudget()): DefinitionAnswer {
  const { definition, steps, faults } = validateWorkflow(document, versions, budget)
  if (!definition || faults.length > 0) return { faults: faults.slice(0, FAULTS_MAX) }
  return { definition, stepIds: definition.nodes.map(({ id }) => steps.get(id)?.id ?? '') }
}
