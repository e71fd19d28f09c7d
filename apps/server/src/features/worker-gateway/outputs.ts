import type { Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { HeldJob } from '@millrace/dispatch/lease'
import { recordFiles } from '#features/work-data/record-files.service.ts'
import { Problem } from '#problem.ts'
import * as store from './leases.store.ts'

/** Creates work data from the outputs of the current attempt, in the transaction that completes the job. */
export async function publishOutputs(
  tx: Tx,
  newId: () => string,
  job: HeldJob,
  step: ProcessingStepRow,
): Promise<void> {
  const outputs = await store.outputsOfAttempt(tx, job.id, job.attempt)
  requireAll(step, outputs)
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
  await recordFiles(tx, job.ownerId, rows)
  for (const [index, row] of rows.entries()) {
    const output = outputs[index]
    if (output) await store.nameOutput(tx, output, row.id)
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
