import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'
import type { Budget } from '@millrace/parameters/budget'
import { isRecord, ownValue } from '@millrace/parameters/pointer'
import { schemaFault } from '@millrace/parameters/usable-schema'
import { WorkflowDefinition, type WorkflowNode } from './definition.ts'
import type { StepSlot, StepVersion } from './steps.ts'
import { isWorkDataVariable, variablesSchema } from './variables.ts'

/** The input slot of `execute_workflow` for the definition. */
export const DEFINITION_SLOT = 'workflow'

/** Its output slot for the report. An output of this name is found only in the returned value. */
export const REPORT_SLOT = 'report'

/** What another workflow sees of a workflow that it runs. */
export type WorkflowInterface = Pick<WorkflowDefinition, 'variables' | 'outputs'>

/** Workflows by the URLs that nodes link to. */
export type LinkedWorkflows = ReadonlyMap<string, WorkflowInterface>

/** Reads only what others see of a workflow: a definition can have ten thousand nodes. */
export function interfaceOf(document: unknown): WorkflowInterface | undefined {
  if (!isRecord(document)) return undefined
  const { variables, outputs } = WorkflowDefinition.shape
  const [found, named] = [variables.safeParse(document.variables), outputs.safeParse(document.outputs)]
  return found.success && named.success ? { variables: found.data, outputs: named.data } : undefined
}

export function runsWorkflow({ step }: Pick<WorkflowNode, 'step'>): boolean {
  return step.function === EXECUTE_WORKFLOW
}

/** The URL of the workflow that a node runs. Undefined if it runs none, or if which one is only known while it runs. */
export function linkedWorkflow(node: Pick<WorkflowNode, 'step' | 'inputs'>): string | undefined {
  const [only, ...more] = (runsWorkflow(node) && ownValue(node.inputs ?? {}, DEFINITION_SLOT)) || []
  return more.length === 0 ? only?.workData : undefined
}

/**
 * The step of a node that runs a workflow, as that workflow makes it: variables of work data are input slots, other
 * variables are parameters, and outputs are output slots. Of a workflow that is not known, any slot may exist.
 */
export function workflowStep<Step extends StepVersion>(
  step: Step,
  { node, workflow, budget }: { node: WorkflowNode; workflow: WorkflowInterface | undefined; budget: Budget },
): Step {
  if (!workflow) return { ...step, isOpen: true }
  const { variables = {}, outputs = {} } = workflow
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
    inputs: [...step.inputs, ...names.filter(isSlot).map((name) => inputSlot(name, variables[name] ?? {}))],
    outputs: [
      ...step.outputs,
      ...Object.keys(outputs)
        .filter((name) => !step.outputs.some((slot) => slot.name === name))
        .map((name): StepSlot => ({ name, mediaType: null, minSlots: 0, maxSlots: null })),
    ],
  }
}

function inputSlot(name: string, schema: Record<string, unknown>): StepSlot {
  const isList = isRecord(schema.items)
  return { name, mediaType: null, minSlots: schema.default === undefined ? 1 : 0, maxSlots: isList ? null : 1 }
}
