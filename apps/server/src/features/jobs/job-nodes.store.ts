import type { Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'

/** How many nodes of a workflow completed or were skipped. */
export interface NodesDone {
  done: number
  total: number
}

/** The nodes of those jobs that are executions. If none is, no statement runs. */
export async function nodesDone(tx: Tx, jobs: readonly JobRow[]): Promise<ReadonlyMap<string, NodesDone>> {
  const ids = jobs.flatMap(({ id, executor }) => (executor === 'engine' ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<NodesDone & { id: string }>(
    `select execution_id as id, count(*) filter (where state in ('Completed', 'Skipped'))::int as done,
       count(*)::int as total
     from execution_node where execution_id = any($1::uuid[]) group by execution_id`,
    [ids],
  )
  return new Map(rows.map(({ id, ...nodes }) => [id, nodes]))
}
