import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { Budget } from '@millrace/parameters/budget'
import { isRecord, ownValue } from '@millrace/parameters/pointer'
import { schemaFault } from '@millrace/parameters/usable-schema'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import type { StepSlot, StepVersion } from './steps.ts'
import { slotTypesOf } from './variable-slots.ts'
import { isWorkDataVariable, variablesSchema } from './variables.ts'

/** The input slot of `execute_workflow` for the definition. */
export const DEFINITION_SLOT = 'workflow'

/**
 * The output slot of `execute_workflow` for the report. If a workflow has an output with this name, the output is only
 * in the returned value.
 */
export const REPORT_SLOT = 'report'

/** The interface of a workflow: the parts that are visible to a workflow that runs it. */
export interface WorkflowInterface extends Pick<WorkflowDefinition, 'title' | 'variables' | 'outputs'> {
  /** The known media types of inputs and outputs, by name. */
  slots?: {
    inputs: Record<string, string>
    outputs: Record<string, Pick<StepSlot, 'mediaType' | 'maxSlots'>>
  }
}

/** Interfaces of the workflows that nodes run, by the workflow's URL in the node. */
export type LinkedWorkflows = ReadonlyMap<string, WorkflowInterface>

/** Returns the interface of a workflow. Inputs and outputs have the types of the connected slots of its nodes. */
export function typedInterface(definition: WorkflowDefinition, stepOf: InnerStepOf): WorkflowInterface {
  const { title, variables, outputs = {}, nodes } = definition
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const typed = Object.entries(outputs).map(([name, { node: id, slot }]) => {
    const node = byId.get(id)
    const found = node && stepOf(node)?.outputs.find((output) => output.name === slot)
    return [name, { mediaType: found?.mediaType ?? null, maxSlots: node?.forEach ? null : (found?.maxSlots ?? null) }]
  })
  const inputs = Object.fromEntries(slotTypesOf(definition, stepOf))
  return { title, variables, outputs, slots: { inputs, outputs: Object.fromEntries(typed) } }
}

type InnerStepOf = (node: WorkflowNode) => Pick<StepVersion, 'inputs' | 'outputs'> | undefined

export function runsWorkflow({ step }: Pick<WorkflowNode, 'step'>): boolean {
  return step.function === EXECUTE_WORKFLOW
}

/**
 * Returns the URL of the workflow that a node runs. Undefined if the node runs no workflow, or if the workflow is only
 * known at run time.
 */
export function linkedWorkflow(node: Pick<WorkflowNode, 'step' | 'inputs'>): string | undefined {
  const [only, ...more] = (runsWorkflow(node) && ownValue(node.inputs ?? {}, DEFINITION_SLOT)) || []
  return more.length === 0 ? only?.workData : undefined
}

/**
 * Returns the step of a node that runs a workflow, adapted to that workflow: variables for work data become input slots
 * (unless the node binds them as parameters), other variables become parameters, and outputs become output slots. If
 * the workflow is unknown, any slot or parameter may exist.
 */
export function workflowStep<Step extends StepVersion>(
  step: Step,
  { node, workflow, budget }: { node: WorkflowNode; workflow: WorkflowInterface | undefined; budget: Budget },
): Step {
  if (!workflow) return { ...step, isOpen: true }
  const { variables = {}, outputs = {}, slots } = workflow
  const isSlot = (name: string) => isWorkDataVariable(variables[name]) && !Object.hasOwn(node.parameters ?? {}, name)
  const names = Object.keys(variables)
  const usable = (name: string) => {
    const schema = variables[name] ?? {}
    return [name, schemaFault(schema, budget) === undefined ? schema : {}] as const
  }
  return {
    ...step,
    parameters: variablesSchema({
      variables: Object.fromEntries(names.filter((name) => !isSlot(name)).map(usable)),
    }),
    inputs: [...step.inputs, ...names.filter(isSlot).map((name) => inputSlot(name, variables[name] ?? {}, slots))],
    outputs: [
      ...step.outputs,
      ...Object.keys(outputs)
        .filter((name) => !step.outputs.some((slot) => slot.name === name))
        .map((name): StepSlot => ({ ...UNKNOWN, ...ownValue(slots?.outputs, name), name })),
    ],
  }
}

const UNKNOWN = { mediaType: null, minSlots: 0, maxSlots: null }

function inputSlot(name: string, schema: Record<string, unknown>, slots: WorkflowInterface['slots']): StepSlot {
  return {
    name,
    mediaType: ownValue(slots?.inputs, name) ?? null,
    minSlots: schema.default === undefined ? 1 : 0,
    maxSlots: isRecord(schema.items) ? null : 1,
  }
}
