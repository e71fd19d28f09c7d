import { LIMITS } from '@millrace/contracts/limits'
import { type Lease, WORKER_PATHS } from '@millrace/contracts/worker'
import type { Tx } from '@millrace/db/act'
import { jobOutput } from '@millrace/db/schema/jobs'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { WorkDataRow } from '@millrace/db/schema/work-data'
import type { ClaimedJob } from '@millrace/dispatch/claim'
import { and, asc, eq } from 'drizzle-orm'
import { effectiveParameters } from '#features/processing-steps/parameters.rules.ts'
import { inputsOf } from '../jobs/job-slots.store.ts'

export type OutputRow = typeof jobOutput.$inferSelect

interface LeaseRow
  extends Pick<
    ProcessingStepRow,
    'functionName' | 'version' | 'parameterSchema' | 'defaultParameters' | 'inputSlots' | 'outputSlots'
  > {
  [column: string]: unknown
  id: string
  name: string
  parameters: Record<string, unknown> | null
  stepId: string
  inputs: (Pick<WorkDataRow, 'name' | 'mediaType' | 'sizeInBytes' | 'sha256'> & { slot: number; item: number })[]
}

/** What workers need to know of the jobs they took, in one statement. */
export async function leasesOf(tx: Tx, claimed: ClaimedJob[]): Promise<Lease[]> {
  if (claimed.length === 0) return []
  const { rows } = await tx.query<LeaseRow>(
    `select job.id, job.name, job.parameters, step.id as "stepId", step.function_name as "functionName", step.version,
       step.parameter_schema as "parameterSchema", step.default_parameters as "defaultParameters",
       step.input_slots as "inputSlots", step.output_slots as "outputSlots",
       coalesce((
         select json_agg(json_build_object('slot', i.slot, 'item', i.item, 'name', w.name, 'mediaType', w.media_type,
           'sizeInBytes', w.size_in_bytes, 'sha256', w.sha256) order by i.slot, i.item)
         from job_input i join work_data w on w.id = i.work_data_id where i.job_id = job.id
       ), '[]') as inputs
     from job join processing_step step on step.id = job.step_id where job.id = any($1)`,
    [claimed.map((one) => one.id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return claimed.flatMap((one) => {
    const row = byId.get(one.id)
    return row ? [lease(one, row)] : []
  })
}

function lease(claimed: ClaimedJob, row: LeaseRow): Lease {
  return {
    id: claimed.id,
    token: claimed.leaseToken,
    attempt: claimed.attempt,
    jobName: row.name,
    stepId: row.stepId,
    functionName: row.functionName,
    version: row.version,
    parameters: effectiveParameters(row.parameterSchema, row.defaultParameters, row.parameters).value,
    inputs: row.inputs.map((input) => leaseInput(row, input)),
    outputs: row.outputSlots.map((slot) => ({
      slot: slot.Name,
      mediaType: slot.MediaType ?? '',
      maxSlots: slot.MaxSlots,
    })),
    leaseMs: LIMITS.leaseMs,
    heartbeatMs: LIMITS.heartbeatMs,
  }
}

function leaseInput(job: LeaseRow, { slot, item, ...data }: LeaseRow['inputs'][number]): Lease['inputs'][number] {
  const name = job.inputSlots[slot]?.Name ?? String(slot)
  return {
    slot: name,
    index: item,
    ...data,
    path: `${WORKER_PATHS.lease(job.id)}/inputs/${encodeURIComponent(name)}/${item}`,
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
