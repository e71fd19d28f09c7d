import type { Fault } from '@millrace/contracts/problems'
import type { Budget } from '@millrace/parameters/budget'
import { partsOf } from '@millrace/parameters/pointer'
import { type BoundVariables, bindVariables } from '@millrace/workflows/bind-variables'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import type { StepVersion } from '@millrace/workflows/steps'
import { definitionBudget, validateWorkflow } from '@millrace/workflows/validate'
import { type VariableUses, variableUseFaults } from '@millrace/workflows/variable-uses'
import type { WorkflowInterface } from '@millrace/workflows/workflow-step'

/** Maximum number of errors of one definition. Without a maximum, the response could be as large as the definition. */
export const FAULTS_MAX = 1000

/**
 * Maximum size, in characters, of `uses` in the question for one workflow, and in the questions for all workflows that
 * are started together. Questions stay in memory until their transactions end.
 */
const USES_SIZE_MAX = 2_000_000
const USES_SIZE_TOGETHER_MAX = 16_000_000

/** A document to check, with the steps and workflows that it may refer to. */
export interface DefinitionQuestion {
  document: unknown
  /** The versions that the owner may run. */
  versions: (StepVersion & { id: string })[]
  /** The workflows that the document runs, by URL. */
  workflows?: Record<string, WorkflowInterface>
}

/** The errors of a definition, and the steps that it runs. */
export interface DefinitionAnswer {
  faults: Fault[]
  /** Omitted if the document is not a definition. */
  definition?: WorkflowDefinition | undefined
  /** The id of each node's step version, in node order. Empty for a node without a step version. */
  stepIds: string[]
}

/** What workflows that are started together have in common. */
export interface StartedTogether {
  variables: WorkflowDefinition['variables']
  uses: VariableUses
  /** The number of workflows that are started together and share one budget. */
  among: number
}

/** The values of the variables with which a valid definition is started. */
export interface ValuesQuestion extends StartedTogether {
  given: Record<string, unknown>
}

export type WorkflowQuestion = DefinitionQuestion | ValuesQuestion
export type WorkflowAnswer = DefinitionAnswer | BoundVariables

/**
 * Returns the uses of variables that are checked when workflows start. Returns no uses if they are too large to be
 * checked for the number of `workflows` that start together.
 */
export function checkedUses(uses: VariableUses, workflows: number): VariableUses {
  const most = Math.min(USES_SIZE_MAX, USES_SIZE_TOGETHER_MAX / workflows)
  return JSON.stringify(uses).length > most ? { uses: [], schemas: {} } : uses
}

/** Checks a definition or the values of its variables, depending on the question. */
export function workflowAnswer(question: WorkflowQuestion, budget?: Budget): WorkflowAnswer {
  return 'document' in question ? definitionAnswer(question, budget) : valuesAnswer(question, budget)
}

function valuesAnswer(
  { uses, given, among, ...definition }: ValuesQuestion,
  budget = definitionBudget(among),
): BoundVariables {
  const { values, faults } = bindVariables(definition, given, budget)
  if (budget.isUsedUp) return { values, faults }
  const faulty = new Set(faults.map(({ pointer }) => partsOf(pointer)[1]))
  const others = uses.uses.filter(({ variable }) => !faulty.has(variable))
  return { values, faults: [...faults, ...variableUseFaults({ ...uses, uses: others }, values, budget)] }
}

function definitionAnswer(
  { document, versions, workflows = {} }: DefinitionQuestion,
  budget = definitionBudget(),
): DefinitionAnswer {
  const linked = new Map(Object.entries(workflows))
  const { definition, steps, faults } = validateWorkflow(document, versions, { budget, workflows: linked })
  const stepIds = (definition?.nodes ?? []).map(({ id }) => steps.get(id)?.id ?? '')
  return { faults: faults.slice(0, FAULTS_MAX), definition, stepIds }
}
