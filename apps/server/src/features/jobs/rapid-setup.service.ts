import type { Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { Actor } from '#access/actor.ts'
import { requireStorageFor } from '#features/owners/owners.service.ts'
import { selectableStep } from '#features/processing-steps/select-step.service.ts'
import { idFromHref } from '#links.ts'
import { invalid, Problem, withPointers } from '#problem.ts'
import { normalTags } from '../tags/tags.rules.ts'
import * as setup from './job-setup.service.ts'
import * as slots from './job-slots.store.ts'
import type { RapidSetup } from './jobs.rules.ts'
import * as store from './jobs.store.ts'

/**
 * Inserts a job with its setup, in the state that follows from the setup. A later change of state would write all index
 * entries again. If `start` is set and the setup is complete, a job for a worker is queued. The caller starts
 * workflows, and reports what is missing from an incomplete setup.
 */
export async function createSetUp(
  tx: Tx,
  actor: Actor,
  id: string,
  input: RapidSetup & { start: boolean },
): Promise<store.JobRow> {
  const parentId = input.ParentJobUrl ? idFromHref(input.ParentJobUrl, 'Job') : undefined
  if (parentId) await setup.requireParent(tx, actor, parentId)
  const step = await selectableStep(tx, actor, idFromHref(input.ProcessingStepUrl, 'ProcessingStep'))
  const given =
    input.Parameters === undefined ? null : setup.matchingParameters(actor.userPublicId, step, input.Parameters)
  const inputs = await lockedInputs(tx, actor, step, input)
  const counts = new Map([...inputs].map(([slot, ids]) => [slot, ids.length]))
  const isReady = setup.isSetUp({ createdBy: actor.userPublicId, parameters: given }, step, counts)
  const isQueued = isReady && input.start && step.executor === 'worker'
  const row = await store.insert(tx, {
    id,
    name: input.Name,
    tags: normalTags(input.Tags ?? []),
    outputsDeletable: input.AllowOutputDataDeletion ?? false,
    parentId,
    ownerId: actor.ownerId,
    createdBy: actor.userPublicId,
    stepId: step.id,
    executor: step.executor,
    parameters: isQueued ? setup.withDefaults(step, given) : given,
    state: isQueued ? 'Pending' : isReady ? 'ReadyForProcessing' : 'Created',
  })
  for (const [slot, ids] of inputs) await slots.fill(tx, { ownerId: row.ownerId, jobId: id, slot }, ids)
  if (isQueued) store.queueInserted(tx, { id, stepId: step.id })
  await requireStorageFor(tx, row.ownerId, row.tags)
  await requireStorageFor(tx, row.ownerId, row.parameters)
  tx.changed({ type: 'Job', event: 'Created', id, ownerId: row.ownerId })
  return row
}

/** Locks the chosen work data and returns its ids by slot. If a slot is given twice, the last one counts. */
async function lockedInputs(tx: Tx, actor: Actor, step: ProcessingStepRow, { InputDataSlots }: RapidSetup) {
  const inputs = new Map<number, string[]>()
  for (const [index, given] of (InputDataSlots ?? []).entries()) {
    const slot = given.Index ?? index
    const ids = (given.WorkDataUrls ?? []).map((url) => idFromHref(url, 'WorkData'))
    await setup
      .lockMatchingData(tx, actor.ownerId, step.inputSlots[slot], ids)
      .catch((error) => asParameter(error, index))
    inputs.set(slot, ids)
  }
  return inputs
}

/**
 * Rethrows an error of a slot, with pointers into the request. If the slot does not exist, reports its number in the
 * request as invalid.
 */
function asParameter(error: unknown, index: number): never {
  if (!(error instanceof Problem) || error.code !== 'not-found')
    throw withPointers(error, (pointer) => `/InputDataSlots/${index}${pointer}`)
  throw invalid([{ pointer: `/InputDataSlots/${index}/Index`, message: error.message }])
}
