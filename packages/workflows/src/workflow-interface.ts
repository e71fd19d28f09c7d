import { isRecord } from '@millrace/parameters/pointer'
import { WorkflowDefinition } from './definition.ts'
import type { WorkflowInterface } from './workflow-step.ts'

const Interface = WorkflowDefinition.pick({ title: true, variables: true, outputs: true })

/** Reads only the interface of a workflow, because a definition can have ten thousand nodes. */
export function interfaceOf(document: unknown): WorkflowInterface | undefined {
  if (!isRecord(document)) return undefined
  const { title, variables, outputs } = document
  return Interface.safeParse({ title, variables, outputs }).data
}
