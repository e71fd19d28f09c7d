import type { JsonSchema } from '@millrace/parameters/json-schema'
import { ownValue, valueAt } from '@millrace/parameters/pointer'
import type { StepSlot } from '@millrace/workflows/steps'
import { DEFINITION_SLOT } from '@millrace/workflows/workflow-step'
import type { Parameters } from '#components/schema-form/defaults.ts'
import type { Draft, WorkflowNode } from '../document/draft.ts'

type Binding = NonNullable<WorkflowNode['parameters']>[string]

/**
 * Returns the bound parameters whose values follow from the definition: constants, defaults of variables, and first
 * items.
 */
export function knownValues(draft: Draft, node: WorkflowNode): Parameters {
  return Object.fromEntries(
    Object.entries(node.parameters ?? {}).flatMap(([name, binding]) => {
      const value = boundValue(draft, node, binding)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

function boundValue(draft: Draft, node: WorkflowNode, { value, variable, item }: Binding): unknown {
  if (value !== undefined) return value
  if (variable !== undefined) return ownValue(draft.variables, variable)?.default
  return item === undefined ? undefined : valueAt(firstItem(draft, node), item)
}

function firstItem(draft: Draft, { forEach }: WorkflowNode): unknown {
  const items = forEach?.variable === undefined ? forEach?.value : ownValue(draft.variables, forEach.variable)?.default
  return Array.isArray(items) ? items[0] : undefined
}

/**
 * Returns the part of a step's schema that the user must fill in: the bound parameters whose values are known only in a
 * running workflow. Undefined if there are none.
 */
export function askedSchema(
  schema: JsonSchema | undefined,
  node: WorkflowNode,
  known: Parameters,
): JsonSchema | undefined {
  const asked = Object.entries(schema?.properties ?? {}).filter(
    ([name]) => ownValue(node.parameters, name) !== undefined && ownValue(known, name) === undefined,
  )
  if (!schema || asked.length === 0) return undefined
  const required = (schema.required ?? []).filter((name) => asked.some(([one]) => one === name))
  return { type: 'object', properties: Object.fromEntries(asked), required }
}

/** Returns the work data that the definition contains for a slot: links and defaults of variables. */
export function knownData(draft: Draft, node: WorkflowNode, slot: string): string[] {
  return (ownValue(node.inputs, slot) ?? []).flatMap(({ workData, variable }) => {
    if (workData !== undefined) return [workData]
    const value = variable === undefined ? undefined : ownValue(draft.variables, variable)?.default
    return [value].flat().filter((href) => typeof href === 'string')
  })
}

type FilledSlot = Pick<StepSlot, 'name' | 'maxSlots'> & { hrefs: readonly string[] }

/**
 * Converts slots for a job that runs a workflow: only the definition fills a slot; the other inputs become variables.
 */
export function asVariables(slots: readonly FilledSlot[]): { slots: FilledSlot[]; variables: Parameters } {
  const isDefinition = ({ name }: FilledSlot) => name === DEFINITION_SLOT
  const filled = slots.filter((slot) => !isDefinition(slot) && slot.hrefs.length > 0)
  const linksOf = ({ maxSlots, hrefs }: FilledSlot) => (maxSlots === 1 ? hrefs[0] : [...hrefs])
  return {
    slots: slots.filter(isDefinition),
    variables: Object.fromEntries(filled.map((slot) => [slot.name, linksOf(slot)])),
  }
}
