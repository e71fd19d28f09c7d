import type { Fault } from '@millrace/contracts/problems'
import { type Budget, BudgetUsedUp } from '@millrace/parameters/budget'
import { withDefaults } from '@millrace/parameters/defaults'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue, pointerOf } from '@millrace/parameters/pointer'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import { edgesOf } from './edges.ts'
import { listFault } from './list-fault.ts'
import type { StepVersion } from './steps.ts'
import { isWorkDataVariable } from './variables.ts'

/**
 * A place where every execution of the workflow uses a variable: the value of a node's parameter or, without
 * `parameter`, the list of a `forEach`.
 */
interface VariableUse {
  variable: string
  node: string
  parameter?: { step: string; name: string }
}

export interface VariableUses {
  uses: VariableUse[]
  /** The parameter schemas of the steps, by step id. */
  schemas: Record<string, JsonSchema>
}

type Step = Pick<StepVersion, 'parameters'> & { id: string }

/**
 * Finds the uses of variables by nodes that certainly run and whose failure ends the workflow. If several nodes with
 * the same step bind a parameter to the same variable, that counts as one use.
 */
export function variableUses(
  definition: WorkflowDefinition,
  stepOf: (index: number) => Step | undefined,
  titleOf: (index: number) => string,
): VariableUses {
  const { nodes, variables = {} } = definition
  const uncertain = uncertainNodes(definition)
  const uses = new Map<string, VariableUse>()
  const schemas = new Map<string, JsonSchema>()
  for (const [index, node] of nodes.entries()) {
    const step = stepOf(index)
    for (const use of step && !uncertain.has(index) ? usesOf(node, step, variables) : []) {
      const key = JSON.stringify(use)
      if (!uses.has(key)) uses.set(key, { ...use, node: titleOf(index) })
      if (use.parameter && step?.parameters) schemas.set(step.id, step.parameters)
    }
  }
  return { uses: [...uses.values()], schemas: Object.fromEntries(schemas) }
}

/** Finds nodes that may be skipped, or may fail while the workflow continues, and all nodes that depend on them. */
function uncertainNodes(definition: WorkflowDefinition): ReadonlySet<number> {
  const following = Map.groupBy(edgesOf(definition), ({ from }) => from)
  const uncertain = new Set<number>()
  for (const [index, { when, onFailure }] of definition.nodes.entries())
    if (when || onFailure === 'continue') uncertain.add(index)
  for (const index of uncertain) for (const { to } of following.get(index) ?? []) uncertain.add(to)
  return uncertain
}

/** With `forEach`, only the use of the list is certain. If the list is empty, the node has no runs. */
function usesOf(
  { parameters = {}, forEach }: WorkflowNode,
  step: Step,
  variables: NonNullable<WorkflowDefinition['variables']>,
): Omit<VariableUse, 'node'>[] {
  if (forEach) {
    const { variable } = forEach
    return variable === undefined || isWorkDataVariable(ownValue(variables, variable)) ? [] : [{ variable }]
  }
  return Object.entries(parameters).flatMap(([name, { variable }]) =>
    variable !== undefined && ownValue(step.parameters?.properties, name)
      ? [{ variable, parameter: { step: step.id, name } }]
      : [],
  )
}

/**
 * Returns a fault for each variable whose value would prevent a node from running. The fault points to the variable,
 * where the value can be changed. Variables without a value are skipped. If the budget is too small to find all faults,
 * returns none, because the run will find them later.
 */
export function variableUseFaults(
  { uses, schemas }: VariableUses,
  values: Readonly<Record<string, unknown>>,
  budget: Budget,
): Fault[] {
  try {
    const faults = uses.flatMap((use) => {
      const value = ownValue(values, use.variable)
      return value === undefined ? [] : useFaults(use, schemas, { value, budget })
    })
    return budget.isUsedUp ? [] : faults
  } catch (error) {
    if (error instanceof BudgetUsedUp) return []
    throw error
  }
}

function useFaults(
  { node, variable, parameter }: VariableUse,
  schemas: VariableUses['schemas'],
  { value, budget }: { value: unknown; budget: Budget },
): Fault[] {
  const at = pointerOf(['variables', variable])
  if (!parameter) {
    const message = listFault(value)
    return message === undefined ? [] : [{ pointer: at, message: `“${node}” can’t run with this value. ${message}` }]
  }
  const { step, name } = parameter
  const [fault] = parameterFaults(schemas[step] ?? {}, { name, value }, budget)
  if (!fault) return []
  const message = `The parameter “${name}” of “${node}” can’t have this value. ${fault.message}`
  return [{ pointer: at + fault.pointer, message }]
}

/** Checks the value of one parameter. As in a run, missing fields get the schema’s defaults. */
function parameterFaults(root: JsonSchema, { name, value }: { name: string; value: unknown }, budget: Budget): Fault[] {
  budget.read(JSON.stringify(value).length)
  const complete = withDefaults(root, { [name]: value }, budget)
  return faultsOf(ownValue(root.properties, name) ?? {}, complete[name], { root, budget })
}
