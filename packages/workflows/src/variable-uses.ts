import type { Fault } from '@millrace/contracts/problems'
import type { Budget } from '@millrace/parameters/budget'
import { faultsOf } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue, pointerOf } from '@millrace/parameters/pointer'
import { WORKFLOW_LIMITS, type WorkflowDefinition, type WorkflowNode } from './definition.ts'
import { edgesOf } from './edges.ts'
import type { StepVersion } from './steps.ts'
import { isWorkDataVariable } from './variables.ts'

/** What certainly gets the value of a variable, and what it accepts. */
export interface VariableUse {
  /** For people, such as `The parameter “every” of “Aggregate”`. */
  what: string
  variable: string
  /** The schema of an object with this value alone, at `name`. */
  name: string
  schema: JsonSchema
}

type Step = Pick<StepVersion, 'functionName' | 'version' | 'parameters'>

const ITEMS: JsonSchema = { properties: { items: { type: 'array', maxItems: WORKFLOW_LIMITS.itemsMax } } }

/**
 * The uses of variables by nodes that certainly run, and whose failure ends the workflow. A parameter that several nodes of
 * a step bind to one variable counts once.
 */
export function variableUses(
  definition: WorkflowDefinition,
  stepOf: (index: number) => Step | undefined,
  titleOf: (index: number) => string,
): VariableUse[] {
  const { nodes, variables = {} } = definition
  const uncertain = uncertainNodes(definition)
  const uses = new Map<string, VariableUse>()
  for (const [index, node] of nodes.entries()) {
    const step = stepOf(index)
    for (const use of step && !uncertain.has(index) ? usesOf(node, { step, title: titleOf(index), variables }) : []) {
      const key = JSON.stringify([step?.functionName, step?.version, use.name, use.variable])
      if (!uses.has(key)) uses.set(key, use)
    }
  }
  return [...uses.values()]
}

/** Nodes that may be skipped, or may fail while the workflow continues, and all nodes that come after them. */
function uncertainNodes(definition: WorkflowDefinition): ReadonlySet<number> {
  const following = Map.groupBy(edgesOf(definition), ({ from }) => from)
  const uncertain = new Set<number>()
  for (const [index, { when, onFailure }] of definition.nodes.entries())
    if (when || onFailure === 'continue') uncertain.add(index)
  for (const index of uncertain) for (const { to } of following.get(index) ?? []) uncertain.add(to)
  return uncertain
}

/** A node with `forEach` certainly uses its list, but may have no item. */
function usesOf(
  { parameters = {}, forEach }: WorkflowNode,
  { step, title, variables }: { step: Step; title: string; variables: NonNullable<WorkflowDefinition['variables']> },
): VariableUse[] {
  if (forEach) {
    const { variable } = forEach
    if (variable === undefined || isWorkDataVariable(ownValue(variables, variable))) return []
    return [{ what: `“forEach” of “${title}”`, variable, name: 'items', schema: ITEMS }]
  }
  return Object.entries(parameters).flatMap(([name, { variable }]) => {
    const schema = fieldOf(step.parameters, name)
    if (variable === undefined || !schema) return []
    return [{ what: `The parameter “${name}” of “${title}”`, variable, name, schema }]
  })
}

/** With the definitions that it may refer to. */
function fieldOf(root: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const field = ownValue(root?.properties, name)
  const { $defs, definitions } = root ?? {}
  return field && { properties: { [name]: field }, ...($defs && { $defs }), ...(definitions && { definitions }) }
}

/** Values of variables with which a node could not run. The fault is at the variable, where the value can be changed. */
export function variableUseFaults(
  uses: readonly VariableUse[],
  values: Readonly<Record<string, unknown>>,
  budget: Budget,
): Fault[] {
  return uses.flatMap(({ what, variable, name, schema }) => {
    const [fault] = faultsOf(schema, { [name]: ownValue(values, variable) }, { budget })
    if (!fault) return []
    return [{ pointer: pointerOf(['variables', variable]), message: `${what} can’t have this value. ${fault.message}` }]
  })
}
