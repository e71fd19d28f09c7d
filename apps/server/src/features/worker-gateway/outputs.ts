import type { Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { HeldJob } from '@millrace/dispatch/lease'
import { Problem } from '#problem.ts'
import { addUsage } from '../owners/owners.service.ts'
import { insertMany } from '../work-data/work-data.store.ts'
import * as store from './leases.store.ts'

/** Makes work data of what the current attempt wrote, in the transaction that completes the job. */
export async function publishOutputs(
  tx: Tx,
  newId: () => string,
  job: HeldJob,
  step: ProcessingStepRow,
): Promise<void> {
  const outputs = await store.outputsOfAttempt(tx, job.id, job.attempt)
  requireAll(step, outputs)
  if (outputs.length === 0) return
  await addUsage(tx, job.ownerId, outputs)
  const rows = outputs.map((output) => ({
    id: newId(),
    ownerId: job.ownerId,
    createdBy: job.createdBy,
    name: output.name,
    mediaType: output.mediaType,
    sizeInBytes: output.sizeInBytes,
    sha256: output.sha256,
    kind: 'ProcessingArtefact' as const,
    deletable: job.outputsDeletable,
    producedByJob: job.id,
    producedByStep: job.stepId,
  }))
  await insertMany(tx, rows)
  for (const [index, row] of rows.entries()) {
    const output = outputs[index]
    if (output) await store.nameOutput(tx, output, row.id)
    tx.changed({ type: 'WorkData', event: 'Created', id: row.id, ownerId: row.ownerId })
  }
}

function requireAll(step: ProcessingStepRow, outputs: store.OutputRow[]): void {
  for (const [place, spec] of step.outputSlots.entries()) {
    const count = outputs.filter((output) => output.slot === place).length
    if (count < spec.MinSlots) {
      throw new Problem(
        'invalid-parameters',
        `The step wrote ${count} files into its output slot ${spec.Name}, which needs ${spec.MinSlots}.`,
      )
    }
  }
}
