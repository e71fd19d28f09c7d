import type { Tx } from '@millrace/db/act'

/** An input identified by its content: slot, position, SHA-256, name and media type. */
export type InputContent = [slot: number, item: number, sha256: string, name: string, mediaType: string]

/** A completed job with the same inputs. The parameters decide whether the job is identical. */
export interface Candidate {
  [column: string]: unknown
  id: string
  parameters: Record<string, unknown> | null
}

/** No index finds candidates for a job without inputs, so it is compared with at most this many recently ended jobs. */
const RECENT = 2000
const CANDIDATES = 100
/**
 * How many bytes of parameters are read at most, for all candidates together. Reading parameters blocks the event loop.
 */
const BYTES = 1_000_000

/**
 * Finds an owner's completed jobs that ran a step on the given inputs and still have their results. Trial runs are
 * excluded. Returns up to `CANDIDATES` jobs, newest first.
 */
export async function findOnSameInputs(
  tx: Tx,
  { ownerId, stepId, files }: { ownerId: string; stepId: string; files: InputContent[] },
): Promise<Candidate[]> {
  const [first] = files
  const from = first
    ? `work_data as same join job_input as found on found.work_data_id = same.id and found.slot = ${first[0]} and found.item = ${first[1]}
       join job on job.id = found.job_id where same.owner_id = $1 and same.sha256 = $4 and`
    : `(select * from job where owner_id = $1 and completed_at is not null and $4::text is null
        order by completed_at desc limit ${RECENT}) as job where`
  const { rows } = await tx.query<Candidate>(
    `select id, parameters from (
     select *, sum(octet_length(parameters::text)) over (order by completed_at desc, id) as bytes from (
     select job.id, job.parameters, job.completed_at from ${from} job.owner_id = $1 and job.step_id = $2 and job.state = 'Completed' and not job.is_trial
       and $3::jsonb = (
         select coalesce(jsonb_agg(jsonb_build_array(input.slot, input.item, data.sha256, data.name, data.media_type)
           order by input.slot, input.item), '[]')
         from job_input as input join work_data as data on data.id = input.work_data_id where input.job_id = job.id)
       and not exists (
         select from processing_step as step, jsonb_array_elements(step.output_slots) with ordinality as slot(spec, place)
         where step.id = job.step_id and (spec->>'MinSlots')::int > (
           select count(*) from job_output as output
           where output.job_id = job.id and output.slot = place - 1 and output.work_data_id is not null))
     order by job.completed_at desc limit ${CANDIDATES}) as newest) as sized
     where coalesce(bytes, 0) <= ${BYTES} order by completed_at desc`,
    [ownerId, stepId, JSON.stringify(files), first?.[2] ?? null],
  )
  return rows
}
