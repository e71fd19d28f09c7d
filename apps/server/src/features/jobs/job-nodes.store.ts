import type { Tx } from '@millrace/db/act'
import { BLOCKED_RUNS } from '@millrace/db/blocked-runs'
import type { JobRow } from '@millrace/db/schema/jobs'

/**
 * The progress of a workflow. `done` counts nodes that completed or were skipped. `missing` is the first node that
 * waits for a user to choose data. `withoutWorker` is the title of the first step whose jobs wait because no worker for
 * the step is connected.
 */
export interface NodesDone {
  done: number
  total: number
  missing: { title: string; cause: string } | null
  withoutWorker: string | null
  /** The title of the first step whose jobs wait because the step is suspended. */
  suspended: string | null
}

/** Returns the progress of each given job that is an execution. */
export async function nodesDone(tx: Tx, jobs: readonly JobRow[]): Promise<ReadonlyMap<string, NodesDone>> {
  const ids = jobs.flatMap(({ id, executor }) => (executor === 'engine' ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<NodesDone & { id: string }>(
    `with recursive missing as (
       select distinct on (run.execution_id) run.execution_id,
         json_build_object('title', node.title, 'cause', run.cause) as first
       from runs_missing_data() as run join execution_node as node using (execution_id, node)
       where run.execution_id = any($1::uuid[]) order by run.execution_id, run.node, run.item
     ), ${BLOCKED_RUNS}
     select execution_id as id, count(*) filter (where state in ('Completed', 'Skipped'))::int as done,
       count(*)::int as total, (select first from missing where missing.execution_id = node.execution_id) as missing,
       (select title from blocked where root = node.execution_id and not suspended order by blocked.node limit 1) as "withoutWorker",
       (select title from blocked where root = node.execution_id and suspended order by blocked.node limit 1) as suspended
     from execution_node as node where execution_id = any($1::uuid[]) group by execution_id`,
    [ids],
  )
  return new Map(rows.map(({ id, ...nodes }) => [id, nodes]))
}
