import type { Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import { CONNECTED } from '@millrace/db/shown-steps'

/**
 * How many nodes of a workflow completed or were skipped, the first that waits until data is chosen for it, and the title of
 * the first step whose jobs wait because no worker that offers it is connected.
 */
export interface NodesDone {
  done: number
  total: number
  missing: { title: string; cause: string } | null
  withoutWorker: string | null
}

/** The nodes of those jobs that are executions. If none is, no statement runs. */
export async function nodesDone(tx: Tx, jobs: readonly JobRow[]): Promise<ReadonlyMap<string, NodesDone>> {
  const ids = jobs.flatMap(({ id, executor }) => (executor === 'engine' ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<NodesDone & { id: string }>(
    `with missing as (
       select distinct on (run.execution_id) run.execution_id,
         json_build_object('title', node.title, 'cause', run.cause) as first
       from missing_runs() as run join execution_node as node using (execution_id, node)
       where run.execution_id = any($1::uuid[]) order by run.execution_id, run.node, run.item
     ), running as (
       select node.execution_id, node.node, execution.step_ids[node.node + 1] as step_id
       from execution_node as node join execution on execution.job_id = node.execution_id
       where node.execution_id = any($1::uuid[]) and node.state in ('Expanding', 'Running')
     ), without_worker as (
       select distinct on (running.execution_id) running.execution_id, step.title
       from running join steps_of_jobs(array(select distinct step_id from running)) as step on step.id = running.step_id
       where step.executor = 'worker' and coalesce(step.worker_seen_at <= now() - ${CONNECTED}, true) and exists (
         select from execution_run as run join job on job.id = run.job_id
         where run.execution_id = running.execution_id and run.node = running.node and run.outcome is null and job.state = 'Pending'
       ) order by running.execution_id, running.node
     )
     select execution_id as id, count(*) filter (where state in ('Completed', 'Skipped'))::int as done,
       count(*)::int as total, (select first from missing where missing.execution_id = node.execution_id) as missing,
       (select title from without_worker where without_worker.execution_id = node.execution_id) as "withoutWorker"
     from execution_node as node where execution_id = any($1::uuid[]) group by execution_id`,
    [ids],
  )
  return new Map(rows.map(({ id, ...nodes }) => [id, nodes]))
}
