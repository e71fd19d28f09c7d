import type { Tx } from '@millrace/db/act'
import { jobInput, jobOutput } from '@millrace/db/schema/jobs'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import { type WorkDataRow, workData } from '@millrace/db/schema/work-data'
import { and, asc, eq } from 'drizzle-orm'

export type OutputRow = typeof jobOutput.$inferSelect

/** The step that a job runs. */
export async function stepById(tx: Tx, id: string): Promise<ProcessingStepRow | undefined> {
  const [row] = await tx.orm.select().from(processingStep).where(eq(processingStep.id, id))
  return row
}

/** One input of a job, by slot and index. */
export async function inputAt(tx: Tx, jobId: string, slot: number, index: number): Promise<WorkDataRow | undefined> {
  const [found] = await tx.orm
    .select({ data: workData })
    .from(jobInput)
    .innerJoin(workData, eq(workData.id, jobInput.workDataId))
    .where(and(eq(jobInput.jobId, jobId), eq(jobInput.slot, slot), eq(jobInput.item, index)))
  return found?.data
}

/** Records an output of an attempt. A second write to the same item of a slot replaces the first. */
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

/** The outputs of an attempt, in the order of the slots. */
export function outputsOfAttempt(tx: Tx, jobId: string, attempt: number): Promise<OutputRow[]> {
  return tx.orm
    .select()
    .from(jobOutput)
    .where(and(eq(jobOutput.jobId, jobId), eq(jobOutput.attempt, attempt)))
    .orderBy(asc(jobOutput.slot), asc(jobOutput.item))
}

/** Links an output to the work data created from it. */
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
