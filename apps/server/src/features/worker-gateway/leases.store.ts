import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import { type JobOutputRow, job, jobInput, jobOutput } from '@millrace/db/schema/jobs'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import { type WorkDataRow, workData } from '@millrace/db/schema/work-data'
import type { TaggedOutput } from '@millrace/dispatch/completions'
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'

export async function stepById(tx: Tx, id: string): Promise<ProcessingStepRow | undefined> {
  const [row] = await tx.orm.select().from(processingStep).where(eq(processingStep.id, id))
  return row
}

export async function inputAt(tx: Tx, jobId: string, slot: number, index: number): Promise<WorkDataRow | undefined> {
  const [found] = await tx.orm
    .select({ data: workData })
    .from(jobInput)
    .innerJoin(workData, eq(workData.id, jobInput.workDataId))
    .where(and(eq(jobInput.jobId, jobId), eq(jobInput.slot, slot), eq(jobInput.item, index)))
  return found?.data
}

/**
 * Records an output, or replaces the output at the same place. The statement is sent before the promise is returned.
 */
export async function saveOutput(tx: Tx, row: typeof jobOutput.$inferInsert): Promise<void> {
  const { name, mediaType, sizeInBytes, sha256, folder = null, workDataId } = row
  await tx.orm
    .insert(jobOutput)
    .values(row)
    .onConflictDoUpdate({
      target: [jobOutput.jobId, jobOutput.attempt, jobOutput.slot, jobOutput.item],
      set: { name, mediaType, sizeInBytes, sha256, folder, workDataId },
    })
    .execute()
}

/** Deletes the unpublished outputs of a job, and returns the hashes of their contents. */
export async function removeUnpublished(tx: Tx, jobId: string): Promise<string[]> {
  const rows = await tx.orm
    .delete(jobOutput)
    .where(and(eq(jobOutput.jobId, jobId), isNull(jobOutput.workDataId)))
    .returning({ sha256: jobOutput.sha256 })
  return rows.map(({ sha256 }) => sha256)
}

/** Returns the outputs of the current attempts of these jobs, in the order of the slots. */
export function outputsOfAttempts(tx: Tx, jobIds: string[]): Promise<TaggedOutput[]> {
  return outputsOfCurrentAttempts(tx, { jobIds })
}

const outputsOfCurrentAttempts = preparedQuery((orm) =>
  orm
    .select({ ...getTableColumns(jobOutput), tags: job.tags })
    .from(jobOutput)
    .innerJoin(job, and(eq(job.id, jobOutput.jobId), eq(job.attempt, jobOutput.attempt)))
    .where(sql`${job.id} = any(${sql.placeholder('jobIds')}::uuid[])`)
    .orderBy(asc(jobOutput.jobId), asc(jobOutput.slot), asc(jobOutput.item))
    .prepare('outputs_of_current_attempts'),
)

/** Links outputs to the work data created from them. */
export async function linkOutputs(tx: Tx, outputs: (JobOutputRow & { workDataId: string })[]): Promise<void> {
  await tx.query(
    `update job_output as output set work_data_id = made.work_data_id
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::uuid[]) as made(job_id, attempt, slot, item, work_data_id)
     where (output.job_id, output.attempt, output.slot, output.item) = (made.job_id, made.attempt, made.slot, made.item)`,
    [
      outputs.map(({ jobId }) => jobId),
      outputs.map(({ attempt }) => attempt),
      outputs.map(({ slot }) => slot),
      outputs.map(({ item }) => item),
      outputs.map(({ workDataId }) => workDataId),
    ],
  )
}
