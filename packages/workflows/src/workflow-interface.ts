import { isRecord } from '@millrace/parameters/pointer'
import { WorkflowDefinition } from './definition.ts'
import type { WorkflowInterface } from './workflow-step.ts'

const Interface = WorkflowDefinition.pick({ title: true, variables: true, outputs: true })

/**
 * Reads the interface of a workflow without parsing its nodes, of which there may be 10,000. Undefined if the interface
 * is invalid.
 */
export function interfaceOf(document: unknown): WorkflowInterface | undefined {
  if (!isRecord(document)) return undefined
  const { title, variables, outputs } = document
  return Interface.safeParse({ title, variables, outputs }).data
}
