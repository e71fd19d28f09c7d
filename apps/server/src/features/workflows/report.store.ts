import type { Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { RunOutcome } from '@millrace/db/schema/workflows'

/** One try of a run, with the properties that the report contains. Each retry is a new try with its own job. */
export interface ReportedRun {
  [column: string]: unknown
  executionId: string
  node: number
  item: number
  try: number
  outcome: RunOutcome
  jobId: string | null
  executor: JobRow['executor'] | null
  reusedFrom: string | null
  parameters: Record<string, unknown> | null
  result: unknown
  error: string | null
  worker: string | null
  startedAt: Date | null
  completedAt: Date | null
}

/** Returns all tries of runs of these executions, ordered by node, item and try. */
export async function runs(tx: Tx, executionIds: string[]): Promise<ReportedRun[]> {
  const { rows } = await tx.query<ReportedRun>(
    `select run.execution_id as "executionId", run.node, run.item, run.try, run.outcome, run.job_id as "jobId", job.executor, run.reused_from as "reusedFrom", job.parameters, job.result, job.error, job.worker,
       job.started_at as "startedAt", job.completed_at as "completedAt"
     from execution_run as run left join job on job.id = run.job_id
     where run.execution_id = any($1) order by run.node, run.item, run.try`,
    [executionIds],
  )
  return rows
}

export interface ReportedFile {
  [column: string]: unknown
  executionId: string
  jobId: string
  isInput: boolean
  slot: string
  id: string
  name: string
  mediaType: string
  sizeInBytes: number
  sha256: string
}

/** Returns the inputs and outputs of all runs, in the order of runs and slots. Slots are identified by name. */
export async function files(tx: Tx, executionIds: string[]): Promise<ReportedFile[]> {
  const { rows } = await tx.query<ReportedFile>(
    `select run.execution_id as "executionId", used.job_id as "jobId", used.is_input as "isInput", used.slots->used.slot->>'Name' as slot, data.id, data.name,
       data.media_type as "mediaType", data.size_in_bytes::float8 as "sizeInBytes", data.sha256
     from execution_run as run join job on job.id = run.job_id join processing_step as step on step.id = job.step_id
     cross join lateral (
       select job_id, true as is_input, step.input_slots as slots, slot, item, work_data_id from job_input where job_id = job.id
       union all
       select job_id, false, step.output_slots, slot, item, work_data_id from job_output
       where job_id = job.id and work_data_id is not null
     ) as used
     join work_data as data on data.id = used.work_data_id
     where run.execution_id = any($1) order by run.node, run.item, run.try, used.is_input, used.slot, used.item`,
    [executionIds],
  )
  return rows
}

/**
 * Returns the work data in variables of nested workflows, ordered by node, item, try and variable. `slot` is the
 * variable.
 */
export async function variableFiles(tx: Tx, executionId: string, nodes: number[]): Promise<ReportedFile[]> {
  if (nodes.length === 0) return []
  const { rows } = await tx.query<ReportedFile>(
    `select run.execution_id as "executionId", run.job_id as "jobId", true as "isInput", given.key as slot, data.id, data.name, data.media_type as "mediaType",
       data.size_in_bytes::float8 as "sizeInBytes", data.sha256
     from execution_run as run join execution as made on made.job_id = run.job_id
     cross join lateral jsonb_each(made.variables) as given
     cross join lateral (select made.definition->'variables'->given.key as schema) as declared
     cross join lateral jsonb_array_elements_text(
       case jsonb_typeof(given.value) when 'array' then given.value else jsonb_build_array(given.value) end
     ) with ordinality as link(href, place)
     join work_data as data on data.owner_id = made.owner_id
       and data.id = substring(link.href from '([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
     where run.execution_id = $1 and run.node = any($2)
       and 'work-data' in (declared.schema->>'format', declared.schema->'items'->>'format')
     order by run.node, run.item, run.try, given.key, link.place`,
    [executionId, nodes],
  )
  return rows
}

export async function hashes(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; sha256: string }>(
    'select id, sha256 from work_data where id = any($1)',
    [ids],
  )
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

export async function stepNames(tx: Tx, ids: string[]): Promise<Map<string, { function: string; version: string }>> {
  const { rows } = await tx.query<{ id: string; function: string; version: string }>(
    'select id, function_name as function, version from processing_step where id = any($1)',
    [ids],
  )
  return new Map(rows.map(({ id, ...step }) => [id, step]))
}
