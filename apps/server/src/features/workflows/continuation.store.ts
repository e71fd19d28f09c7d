import type { Tx } from '@millrace/db/act'
import type { EarlierRun } from './continuation-reasons.rules.ts'

/** Returns the latest try of each run in `wanted`, keyed by the run's index in `wanted`. */
export async function earlierRuns(
  tx: Tx,
  executionId: string,
  wanted: { nodeId: string; item: number }[],
): Promise<Map<number, EarlierRun>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await tx.query<EarlierRun & { place: number }>(
    `select wanted.place, found.* from (
       select (place - 1)::int as place, one->>'nodeId' as node_id, (one->>'item')::int as item
       from jsonb_array_elements($2::jsonb) with ordinality as list(one, place)
     ) as wanted
     join execution_node as node on node.execution_id = $1 and node.node_id = wanted.node_id
     cross join lateral (
       select run.outcome, step.function_name as "functionName", step.version, step.id as "stepId",
         coalesce(job.parameters, '{}') as parameters, run.results_deleted as "resultsDeleted",
         (select coalesce(jsonb_agg(jsonb_build_array(input.slot, input.item, data.sha256, data.name, data.media_type)
            order by input.slot, input.item), '[]')
          from job_input as input join work_data as data on data.id = input.work_data_id where input.job_id = job.id) as files
       from execution_run as run join job on job.id = run.job_id
       join steps_of_jobs(array[job.step_id]) as step on step.id = job.step_id
       where run.execution_id = $1 and run.node = node.node and run.item = wanted.item
       order by run.try desc limit 1
     ) as found`,
    [executionId, JSON.stringify(wanted)],
  )
  return new Map(rows.map(({ place, ...run }) => [place, run]))
}

export async function namesOfJobs(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>('select id, name from job where id = any($1)', [ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
