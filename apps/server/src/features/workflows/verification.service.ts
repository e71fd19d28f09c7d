import type { Tx } from '@millrace/db/act'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { stepsById } from '#features/processing-steps/engine-steps.service.ts'
import { Problem } from '#problem.ts'
import * as store from './executions.store.ts'
import type { ExecutionOrigin } from './start-execution.service.ts'

/**
 * Returns the settings for running an execution again with the same steps. Throws a Problem if a step is unavailable.
 */
export async function verificationOf(tx: Tx, execution: store.ExecutionRow) {
  const { definition, stepIds, ownerId } = execution
  const made = definition as WorkflowDefinition
  const steps = await stepsById(tx, [...new Set(stepIds)])
  const nodes = made.nodes.map((node, index) => {
    const step = steps.get(stepIds[index] ?? '')
    if (step && (step.isPublic || step.ownerId === ownerId))
      return { ...node, step: { ...node.step, version: step.version } }
    const message = `The version of ${node.step.function} that “${node.id}” ran was deleted or is no longer public.`
    throw new Problem('action-not-offered', `The results can’t be verified. ${message}`)
  })
  return { document: { ...made, nodes }, stepIds, reuses: false, verifies: true } satisfies ExecutionOrigin
}

/**
 * Returns the origin of a nested workflow. The nested workflow reuses or verifies results if the execution that
 * contains it does. Undefined if there is nothing to reuse or verify.
 */
export async function originInside(tx: Tx, job: store.JobRow): Promise<ExecutionOrigin | undefined> {
  const outer = job.parentId === null ? undefined : await store.containing(tx, job.id, job.parentId)
  if (outer?.reuses) return { reuses: true, verifies: false }
  const execution = outer?.verifiedId ? await store.find(tx, outer.verifiedId) : undefined
  return execution && { execution, ...(await verificationOf(tx, execution)) }
}
