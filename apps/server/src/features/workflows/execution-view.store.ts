import type { Tx } from '@millrace/db/act'
import { BLOCKED_RUNS } from '@millrace/db/blocked-runs'
import type { NodeState } from '@millrace/db/schema/workflows'

/** A node as shown in the document of its execution. */
export interface ShownNode {
  [column: string]: unknown
  nodeId: string
  title: string
  state: NodeState
  reason: string | null
  runs: number | null
  active: number
  completed: number
  failed: number
  startedAt: Date | null
  /** When a run of the node was first claimed. Null before that. Reused runs don't count. */
  claimedAt: Date | null
  endedAt: Date | null
  stepId: string
  functionName: string | null
  version: string | null
  /** The title of the step, if runs wait because no worker offers it. The step may belong to a nested workflow. */
  withoutWorker: string | null
  /** The title of the step, if runs wait because it is suspended. */
  suspended: string | null
  /** The job of the node's run, if the node has only one. */
  jobId: string | null
  failedJobId: string | null
  failure: string | null
  /** The job of a run that waits for a user to choose data, to set a parameter, or to start the job. */
  missingJobId: string | null
  missingCause: string | null
  /** True if `missingJobId` is an execution, which contains the waiting run. */
  missingInside: boolean | null
  pending: number
  processing: number
  dataMissing: number
  canceled: number
  /** The number of reused runs, and the execution in which the first of them ran. */
  reused: number
  reusedFrom: string | null
}

/** Returns the names of existing work data by id. */
export async function fileNames(tx: Tx, ownerId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; name: string }>(
    'select id, name from work_data where owner_id = $1 and id = any($2)',
    [ownerId, ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * `claimedAt` is found among the first runs of a node in item order, up to this number. Later runs are rarely claimed
 * before these.
 */
const COMPARED_RUNS = 1000

/** Returns all nodes in the order of the definition, with the states of their runs. */
export async function shownNodes(tx: Tx, executionId: string, stepIds: string[]): Promise<ShownNode[]> {
  const { rows } = await tx.query<ShownNode>(
    `with recursive counted as (
       select run.node, count(*) filter (where run.outcome = 'Canceled')::int as canceled, count(*) filter (where job.state = 'Processing')::int as processing,
         count(*) filter (where job.state = 'DataMissing')::int as data_missing,
         count(*) filter (where job.state in ('Created', 'ReadyForProcessing', 'Pending'))::int as pending
       from execution_run as run join job on job.id = run.job_id
       where run.execution_id = any($1) and (run.outcome is null or run.outcome = 'Canceled') group by run.node
     ), missing as (
       select distinct on (node) node, job_id, is_execution, cause from runs_missing_data() where execution_id = any($1) order by node, item
     ), reused as (
       select node, count(*)::int as runs, (array_agg(reused_from order by item))[1] as reused_from from execution_run
       where execution_id = any($1) and reused_from is not null group by node
     ), ${BLOCKED_RUNS}
     select node.node_id as "nodeId", node.title, node.state, node.reason, node.runs, node.active, node.completed, node.failed,
       node.started_at as "startedAt", claimed.at as "claimedAt", node.ended_at as "endedAt", step.id as "stepId", step.function_name as "functionName",
       step.version,
       case when not blocked.suspended then blocked.title end as "withoutWorker",
       case when blocked.suspended then blocked.title end as suspended, only_run.job_id as "jobId", failed_run.job_id as "failedJobId", failed_run.error as failure,
       missing.job_id as "missingJobId", missing.cause as "missingCause",
       missing.is_execution as "missingInside",
       coalesce(counted.pending, 0) as pending, coalesce(counted.processing, 0) as processing,
       coalesce(counted.data_missing, 0) as "dataMissing", coalesce(counted.canceled, 0) as canceled,
       coalesce(reused.runs, 0) as reused, reused.reused_from as "reusedFrom"
     from execution_node as node
     left join steps_of_jobs(array(select distinct unnest($2::uuid[]))) as step on step.id = ($2::uuid[])[node.node + 1]
     left join counted on counted.node = node.node
     left join missing on missing.node = node.node
     left join blocked on blocked.node = node.node
     left join reused on reused.node = node.node
     left join lateral (
       select min(job.started_at) as at from execution_run as run join job on job.id = run.job_id
       where run.execution_id = any($1) and run.node = node.node and run.item < ${COMPARED_RUNS}
         and run.reused_from is null
     ) as claimed on true
     left join lateral (
       select job_id from execution_run where execution_id = any($1) and execution_run.node = node.node and node.runs = 1
       order by try desc limit 1
     ) as only_run on true
     left join lateral (
       select run.job_id, coalesce(job.error, 'Its job was canceled.') as error
       from execution_run as run left join job on job.id = run.job_id
       where run.execution_id = any($1) and run.node = node.node and node.failed > 0 and run.outcome in ('Failed', 'Canceled')
       order by run.outcome = 'Failed' desc, (run.outcome = 'Canceled' and job.error is null) desc, run.item limit 1
     ) as failed_run on true
     where node.execution_id = any($1) order by node.node`,
    [[executionId], stepIds],
  )
  return rows
}
