import type { Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { Actor } from '#access/actor.ts'
import { mayRunStep } from '#access/key-access.ts'
import { invalid, Problem } from '#problem.ts'
import { isConfigured } from './steps.rules.ts'
import * as store from './steps.store.ts'

const pointer = '/ProcessingStepUrl'

/**
 * Returns the step. Throws a Problem if the actor can't see the step, if the API key can't run the step, or if the step
 * has no manifest.
 */
export async function selectableStep(tx: Tx, actor: Actor, id: string): Promise<ProcessingStepRow> {
  const step = await store.find(tx, actor, id)
  if (!step) throw invalid([{ pointer, message: 'Processing step not found.' }])
  requireAllowedStep(actor, step.functionName)
  if (isConfigured(step)) return step
  throw invalid([{ pointer, message: 'This processing step has no manifest yet. Upload one first.' }])
}

export function requireAllowedStep(actor: Actor, functionName: string): void {
  if (mayRunStep(actor, functionName)) return
  throw new Problem('forbidden', `This API key can’t run ${functionName}, only ${actor.steps?.join(', ')}.`)
}
