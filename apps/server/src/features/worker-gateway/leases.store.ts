import { LIMITS } from '@millrace/contracts/limits'
import { type Lease, WORKER_PATHS } from '@millrace/contracts/worker'
import type { Tx } from '@millrace/db/act'
import { job, jobOutput } from '@millrace/db/schema/jobs'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { ClaimedJob } from '@millrace/dispatch/claim'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { inputsOf, type SlotItem } from '../jobs/job-slots.store.ts'
import { effectiveParameters } from '../jobs/parameters.rules.ts'

export type OutputRow = typeof jobOutput.$inferSelect

/** What workers need to know of the jobs they took, with a fixed number of statements. */
export async function leasesOf(tx: Tx, claimed: ClaimedJob[]): Promise<Lease[]> {
  if (claimed.length === 0) return []
  const ids = claimed.map((one) => one.id)
  const rows = await tx.orm
    .select({ id: job.id, name: job.name, parameters: job.parameters, step: processingStep })
    .from(job)
    .innerJoin(processingStep, eq(processingStep.id, job.stepId))
    .where(inArray(job.id, ids))
  const inputs = Map.groupBy(await inputsOf(tx, ids), (item) => item.jobId)
  return claimed.flatMap((one) => {
    const row = rows.find((candidate) => candidate.id === one.id)
    return row ? [lease(one, row, inputs.get(one.id) ?? [])] : []
  })
}

function lease(
  claimed: ClaimedJob,
  row: { name: string; parameters: Record<string, unknown> | null; step: ProcessingStepRow },
  inputs: SlotItem[],
): Lease {
  const { step } = row
  return {
    id: claimed.id,
    token: claimed.leaseToken,
    attempt: claimed.attempt,
    jobName: row.name,
    stepId: step.id,
    functionName: step.functionName,
    version: step.version,
    parameters: effectiveParameters(step.parameterSchema, step.defaultParameters, row.parameters).value,
    inputs: inputs.map((item) => leaseInput(claimed.id, step, item)),
    outputs: step.outputSlots.map((slot) => ({
      slot: slot.Name,
      mediaType: slot.MediaType ?? '',
      maxSlots: slot.MaxSlots,
    })),
    leaseMs: LIMITS.leaseMs,
    heartbeatMs: LIMITS.heartbeatMs,
  }
}

function leaseInput(jobId: string, step: ProcessingStepRow, { slot, item, data }: SlotItem): Lease['inputs'][number] {
  const name = step.inputSlots[slot]?.Name ?? String(slot)
  return {
    slot: name,
    index: item,
    name: data.name,
    mediaType: data.mediaType,
    sizeInBytes: data.sizeInBytes,
    sha256: data.sha256,
    path: `${WORKER_PATHS.lease(jobId)}/inputs/${encodeURIComponent(name)}/${item}`,
  }
}

/** One input of a job by its slot's place. */
export async function inputAt(tx: Tx, jobId: string, slot: number, index: number): Promise<WorkDataRow | undefined> {
  return (await inputsOf(tx, [jobId])).find((item) => item.slot === slot && item.item === index)?.data
}

/** Notes what an attempt wrote into a slot; a second write to the same place replaces the first. */
export async function saveOutput(tx: Tx, row: typeof jobOutput.$inferInsert): Promise<void> {
  const { name, mediaType, sizeInBytes, sha256 } = row
  await tx.orm
    .insert(jobOutput)
    .values(row)
    .onConflictDoUpdate({
      target: [jobOutput.jobId, jobOutput.attempt, jobOutput.slot, jobOutput.item],
      set: { name, mediaType, sizeInBytes, sha256 },
    })
}

/** What an attempt wrote, in the order of the slots. */
export function outputsOfAttempt(tx: Tx, jobId: string, attempt: number): Promise<OutputRow[]> {
  return tx.orm
    .select()
    .from(jobOutput)
    .where(and(eq(jobOutput.jobId, jobId), eq(jobOutput.attempt, attempt)))
    .orderBy(asc(jobOutput.slot), asc(jobOutput.item))
}

/** Says which work data an output became. */
export async function nameOutput(tx: Tx, output: OutputRow, workDataId: string): Promise<void> {
  await tx.orm
    .update(jobOutput)
    .set({ workDataId })
    .where(
      and(
        eq(jobOutput.jobId, output.jobId),
        eq(jobOutput.attempt, output.attempt),
        eq(jobOutput.slot, output.slot),
        eq(jobOutput.item, output.item),
      ),
    )
}
