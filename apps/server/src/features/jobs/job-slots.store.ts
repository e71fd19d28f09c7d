import { TERMINAL_STATES } from '@millrace/contracts/job-states'
import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import { jobInput, jobOutput } from '@millrace/db/schema/jobs'
import { workData } from '@millrace/db/schema/work-data'
import { IS_USED_AS_INPUT } from '@millrace/db/used-as-input'
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { WorkDataFound } from '#features/work-data/work-data.rules.ts'

export interface SlotItem {
  jobId: string
  slot: number
  item: number
  data: WorkDataFound
}

export async function inputsOf(tx: Tx, jobIds: string[]): Promise<SlotItem[]> {
  if (jobIds.length === 0) return []
  const rows = await inputsOfJobs(tx, { jobIds })
  return rows.map((row) => ({ ...row.job_input, data: { ...row.work_data, isUsed: true } }))
}

const inputsOfJobs = preparedQuery((orm) =>
  orm
    .select()
    .from(jobInput)
    .innerJoin(workData, eq(workData.id, jobInput.workDataId))
    .where(sql`${jobInput.jobId} = any(${sql.placeholder('jobIds')}::uuid[])`)
    .orderBy(asc(jobInput.jobId), asc(jobInput.slot), asc(jobInput.item))
    .prepare('inputs_of_jobs'),
)

/** Reads the visible outputs of several jobs in one query. An output is visible once it has become work data. */
export async function outputsOf(tx: Tx, jobIds: string[]): Promise<SlotItem[]> {
  if (jobIds.length === 0) return []
  const rows = await outputsOfJobs(tx, { jobIds })
  return rows.map(({ output: { jobId, slot, item }, data, isUsed }) => ({
    jobId,
    slot,
    item,
    data: { ...data, isUsed },
  }))
}

const outputsOfJobs = preparedQuery((orm) =>
  orm
    .select({
      output: jobOutput,
      data: workData,
      isUsed: IS_USED_AS_INPUT,
    })
    .from(jobOutput)
    .innerJoin(workData, eq(workData.id, jobOutput.workDataId))
    .where(and(sql`${jobOutput.jobId} = any(${sql.placeholder('jobIds')}::uuid[])`, isNotNull(jobOutput.workDataId)))
    .orderBy(asc(jobOutput.jobId), asc(jobOutput.slot), asc(jobOutput.item))
    .prepare('outputs_of_jobs'),
)

export async function inputCounts(tx: Tx, jobId: string): Promise<Map<number, number>> {
  const rows = await tx.orm
    .select({ slot: jobInput.slot, items: count() })
    .from(jobInput)
    .where(eq(jobInput.jobId, jobId))
    .groupBy(jobInput.slot)
  return new Map(rows.map((row) => [row.slot, row.items]))
}

/** Replaces the contents of a slot with these items of work data, in this order. */
export async function fill(
  tx: Tx,
  key: { ownerId: string; jobId: string; slot: number },
  workDataIds: string[],
): Promise<void> {
  await clear(tx, key.jobId, key.slot)
  if (workDataIds.length === 0) return
  await tx.orm.insert(jobInput).values(workDataIds.map((workDataId, item) => ({ ...key, item, workDataId })))
}

export async function clear(tx: Tx, jobId: string, slot: number): Promise<void> {
  await tx.orm.delete(jobInput).where(and(eq(jobInput.jobId, jobId), eq(jobInput.slot, slot)))
}

/** Empties all input slots of a job. Dependencies on other jobs are kept. */
export async function clearAll(tx: Tx, jobId: string): Promise<void> {
  await tx.orm.delete(jobInput).where(eq(jobInput.jobId, jobId))
}

/** Returns the ids of the jobs that use this work data as an input, in a stable locking order. */
export async function usersOf(tx: Tx, workDataId: string): Promise<string[]> {
  const rows = await tx.orm
    .selectDistinct({ id: jobInput.jobId })
    .from(jobInput)
    .where(eq(jobInput.workDataId, workDataId))
    .orderBy(asc(jobInput.jobId))
  return rows.map((row) => row.id)
}

/**
 * Removes work data from the slots of a job. If the job is unfinished, or if it is a run that is to be repeated, the
 * slots are recorded in `lost_slots`. The job then waits for other data instead of running without the input.
 */
export async function removeData(tx: Tx, jobId: string, workDataId: string): Promise<void> {
  await tx.query(
    `with removed as (delete from job_input where job_id = $1 and work_data_id = $2 returning slot)
     update job set lost_slots = array(select unnest(lost_slots) union select slot from removed order by 1)
     where id = $1 and (state <> all($3)
       or exists (select from execution_run where execution_run.job_id = job.id and outcome = 'Repeat'))`,
    [jobId, workDataId, TERMINAL_STATES],
  )
}
