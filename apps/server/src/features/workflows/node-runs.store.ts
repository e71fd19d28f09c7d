import type { Tx } from '@millrace/db/act'
import { type ClaimedJob, type ClaimOptions, directLeaseOptions } from '@millrace/dispatch/claim'
import { enqueueCreated } from '@millrace/dispatch/enqueue'
import { dataDeleted } from '#features/jobs/data-missing.rules.ts'

/** A run to create: the job, and its position in the workflow. */
export interface NewRun {
  id: string
  name: string
  node: number
  item: number
  try: number
  stepId: string
  executor: 'worker' | 'engine'
  parameters: Record<string, unknown>
  maxSeconds: number | null
  /** The hash by which an equal finished run can be found (see fingerprint.rules.ts). */
  fingerprint: string | null
  inputs: [slot: number, item: number, workDataId: string][]
  /** Why the run fails before it starts. */
  error?: string
  /** Why the run waits for a user to choose data. `lostSlots` are the input slots without data. */
  missing?: string
  lostSlots?: number[] | null
}

interface NewRuns {
  runs: NewRun[]
  /** The nodes whose first runs are created. */
  started?: ExpandedNode[]
  /** The progress of the execution, if it should be updated. */
  progress?: number | undefined
  /** The worker to which the run may be leased. Requires a single run that waits for a worker. */
  taker?: ClaimOptions | undefined
}

/**
 * Creates jobs for runs, and queues the jobs for workers (the SQL is in `db`, workflow-progress.ts). The job of a
 * single run may be leased to the `taker` instead of being queued, and is then returned. With a `taker`, only one
 * statement is sent.
 */
export async function createRuns(
  tx: Tx,
  { executionId, ownerId }: { executionId: string; ownerId: string },
  { taker, ...made }: NewRuns,
): Promise<ClaimedJob | undefined> {
  const { runs, started = [], progress } = made
  if (runs.length + started.length === 0 && progress === undefined) return undefined
  for (const { id } of runs) tx.changed({ type: 'Job', event: 'Created', id, ownerId })
  if (taker) return insertRuns(tx, executionId, made, directLeaseOptions(taker))
  // Jobs for workers are inserted as Pending.
  await Promise.all([insertRuns(tx, executionId, made), enqueueCreated(tx, runs.filter(isForWorkers))])
  return undefined
}

/** Whether the run waits for a worker after it has been created. */
export function isForWorkers({ executor, error, missing }: NewRun): boolean {
  return executor === 'worker' && !error && !missing
}

async function insertRuns(
  tx: Tx,
  executionId: string,
  { runs, started = [], progress }: NewRuns,
  taker?: object,
): Promise<ClaimedJob | undefined> {
  const { rows } = await tx.query<{ leased: ClaimedJob | null }>('select create_runs($1, $2, $3, $4, $5) as leased', [
    executionId,
    JSON.stringify(runs),
    JSON.stringify(Object.fromEntries(started.map(({ node, runs: all, created }) => [node, [all, created]]))),
    progress,
    taker && JSON.stringify(taker),
  ])
  return rows[0]?.leased ?? undefined
}

/** A node, with its total number of runs and the number of runs created so far. */
export interface ExpandedNode {
  node: number
  runs: number
  created: number
  /** Why the node has fewer runs than items. Null if the node has a run for each item. */
  reason: string | null
}

/** Records why nodes have fewer runs than items. Most nodes have no reason, so usually no statement is sent. */
export async function giveReasons(tx: Tx, executionId: string, nodes: ExpandedNode[]): Promise<void> {
  const given = nodes.filter(({ reason }) => reason !== null)
  if (given.length === 0) return
  await tx.query(
    `update execution_node as node set reason = given.reason from unnest($2::int[], $3::text[]) as given(node, reason)
     where node.execution_id = $1 and node.node = any($2) and node.node = given.node`,
    [executionId, given.map(({ node }) => node), given.map(({ reason }) => reason)],
  )
}

/**
 * Records that further runs of these nodes were created. Earlier runs may already have ended the node. `node = any($2)`
 * makes every query plan read only these nodes in the index, instead of all nodes of the execution.
 */
export async function continueNodes(tx: Tx, executionId: string, nodes: ExpandedNode[]): Promise<void> {
  if (nodes.length === 0) return
  await tx.query(
    `update execution_node as node set created = more.created,
       state = case when node.state = 'Expanding' and more.created = more.runs then 'Running' else node.state end
     from unnest($2::int[], $3::int[], $4::int[]) as more(node, runs, created)
     where node.execution_id = $1 and node.node = any($2) and node.node = more.node`,
    [executionId, nodes.map(({ node }) => node), nodes.map(({ runs }) => runs), nodes.map(({ created }) => created)],
  )
}

/**
 * Returns failed runs to repeat, as new runs with the same parameters and inputs. If an input was deleted, the run
 * waits for a user to choose other data. Locks the jobs before it reads their inputs, because a deletion of work data
 * locks a job before it removes an input.
 */
export async function runsToRepeat(
  tx: Tx,
  executionId: string,
  limit: number,
): Promise<(NewRun & { ended: string })[]> {
  const { rows: failed } = await tx.query<{ id: string }>(
    `select id from job where id = any(array(
       select job_id from execution_run where execution_id = $1 and outcome = 'Repeat' order by node, item limit $2
     )) order by id for share`,
    [executionId, limit],
  )
  const { rows } = await tx.query<NewRun & { ended: string; emptied: string | null; [column: string]: unknown }>(
    `with repeated as (
       update execution_run set outcome = 'Repeated' where job_id = any($1) and outcome = 'Repeat'
       returning node, item, try, job_id, fingerprint
     )
     select job.id as ended, job.name, run.node, run.item, run.try + 1 as try, job.step_id as "stepId", job.executor,
       coalesce(job.parameters, '{}') as parameters, job.max_seconds as "maxSeconds", run.fingerprint,
       (select coalesce(json_agg(json_build_array(slot, item, work_data_id)), '[]') from job_input
        where job_id = job.id and slot <> all(coalesce(job.lost_slots, '{}'))) as inputs, job.lost_slots as "lostSlots",
       (select step.input_slots->job.lost_slots[1]->>'Name' from processing_step as step where step.id = job.step_id) as emptied
     from repeated as run join job on job.id = run.job_id`,
    [failed.map(({ id }) => id)],
  )
  return rows.map(({ emptied, ...run }) => (emptied === null ? run : { ...run, missing: dataDeleted(emptied) }))
}

/** Fails runs that are to be repeated but whose jobs were deleted. Otherwise, their nodes would never end. */
export async function failLostRuns(tx: Tx, executionId: string): Promise<void> {
  await tx.query(
    `with lost as (
       update execution_run set outcome = 'Failed' where execution_id = $1 and outcome = 'Repeat' and job_id is null
       returning node
     ), counted as (select node, count(*)::integer as bad from lost group by node)
     select count_ended(array_agg($1::uuid), array_agg(node), array_agg(0), array_agg(bad)) from counted`,
    [executionId],
  )
}
