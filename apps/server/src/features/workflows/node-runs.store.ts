import type { Tx } from '@millrace/db/act'
import { type ClaimedJob, type ClaimOptions, takerOf } from '@millrace/dispatch/claim'
import { enqueue, QUEUED } from '@millrace/dispatch/enqueue'

/** A run to create: the job, and its place in the workflow. */
export interface NewRun {
  /** Of the job. */
  id: string
  name: string
  node: number
  item: number
  try: number
  stepId: string
  executor: 'worker' | 'engine'
  parameters: Record<string, unknown>
  maxSeconds: number | null
  /** See fingerprint.rules.ts. */
  fingerprint: string | null
  inputs: [slot: number, item: number, workDataId: string][]
  /** Why the run fails before it starts. */
  error?: string
  /** Why the run waits for data to be chosen. */
  missing?: string
}

/**
 * Creates jobs for runs and queues those of workers (the SQL is in `db`, workflow-progress.ts). A single run may be leased
 * to the `taker` instead, which receives the result.
 */
export async function createRuns(
  tx: Tx,
  { executionId, ownerId }: { executionId: string; ownerId: string },
  runs: NewRun[],
  taker?: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  if (runs.length === 0) return undefined
  for (const { id } of runs) tx.changed({ type: 'Job', event: 'Created', id, ownerId })
  const queued = runs
    .filter(({ executor, error, missing }) => executor === 'worker' && !error && !missing)
    .map(({ id }) => id)
  if (taker && runs.length === 1 && queued.length === 1) {
    const handed = await insertRuns(tx, executionId, { runs, taker: takerOf(taker) })
    if (!handed) await queueRuns(tx, queued)
    return handed
  }
  await Promise.all([insertRuns(tx, executionId, { runs, taker: null }), queueRuns(tx, queued)])
  return undefined
}

async function insertRuns(
  tx: Tx,
  executionId: string,
  { runs, taker }: { runs: NewRun[]; taker: object | null },
): Promise<ClaimedJob | undefined> {
  const { rows } = await tx.query<{ handed: ClaimedJob | null }>('select create_runs($1, $2, $3) as handed', [
    executionId,
    JSON.stringify(runs),
    taker && JSON.stringify(taker),
  ])
  return rows[0]?.handed ?? undefined
}

/** The runs are already Pending. */
async function queueRuns(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const text = `select ${QUEUED} from job where id = any($1)`
  await enqueue(tx, { text, values: [ids] })
}

export interface ExpandedNode {
  node: number
  runs: number
  created: number
}

/*
 * `node = any($2)` lets every plan read these nodes alone in the index, and not all nodes of the execution.
 */

/** Records that the first runs of these nodes are being created. */
export async function startNodes(tx: Tx, executionId: string, nodes: ExpandedNode[]): Promise<void> {
  if (nodes.length === 0) return
  await tx.query(
    `update execution_node as node set runs = started.runs, active = started.runs, created = started.created,
       state = case when started.created < started.runs then 'Expanding' else 'Running' end, started_at = now()
     from unnest($2::int[], $3::int[], $4::int[]) as started(node, runs, created)
     where node.execution_id = $1 and node.node = any($2) and node.node = started.node`,
    [executionId, ...columns(nodes)],
  )
}

/** Records that more runs of these nodes were created. Runs that were created earlier may have ended the node already. */
export async function continueNodes(tx: Tx, executionId: string, nodes: ExpandedNode[]): Promise<void> {
  if (nodes.length === 0) return
  await tx.query(
    `update execution_node as node set created = more.created,
       state = case when node.state = 'Expanding' and more.created = more.runs then 'Running' else node.state end
     from unnest($2::int[], $3::int[], $4::int[]) as more(node, runs, created)
     where node.execution_id = $1 and node.node = any($2) and node.node = more.node`,
    [executionId, ...columns(nodes)],
  )
}

function columns(nodes: ExpandedNode[]): [number[], number[], number[]] {
  return [nodes.map(({ node }) => node), nodes.map(({ runs }) => runs), nodes.map(({ created }) => created)]
}

/** Failed runs to repeat, as new runs with the same parameters and the inputs that still exist. */
export async function runsToRepeat(
  tx: Tx,
  executionId: string,
  limit: number,
): Promise<(NewRun & { ended: string })[]> {
  const { rows } = await tx.query<NewRun & { ended: string; [column: string]: unknown }>(
    `with repeated as (
       update execution_run set outcome = 'Repeated' where (execution_id, node, item, try) in (
         select execution_id, node, item, try from execution_run
         where execution_id = $1 and outcome = 'Repeat' order by node, item limit $2
       ) returning node, item, try, job_id, fingerprint
     )
     select job.id as ended, job.name, run.node, run.item, run.try + 1 as try, job.step_id as "stepId", job.executor,
       coalesce(job.parameters, '{}') as parameters, job.max_seconds as "maxSeconds", run.fingerprint,
       (select coalesce(json_agg(json_build_array(slot, item, work_data_id)), '[]') from job_input where job_id = job.id) as inputs
     from repeated as run join job on job.id = run.job_id`,
    [executionId, limit],
  )
  return rows
}
