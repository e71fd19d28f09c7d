import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import type { JobRow } from '@millrace/db/schema/jobs'
import { job } from '@millrace/db/schema/jobs'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import {
  type ExecutionNodeRow,
  type ExecutionRow,
  execution,
  executionEdge,
  executionNode,
  type RunOutcome,
} from '@millrace/db/schema/workflows'
import type { Edge } from '@millrace/workflows/edges'
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Reach } from '#access/scope.ts'

export type { ExecutionNodeRow, ExecutionRow, JobRow }

/** A node when its execution starts. */
export interface NewNode {
  nodeId: string
  title: string
  remaining: number
  retries: number
  stops: boolean
}

/** To update the progress, the unfinished nodes are counted whenever one of this many evenly spaced nodes ends. */
const COUNTS = 20

/** Inserts an execution with its graph. Nodes without predecessors are Ready. */
export async function insert(tx: Tx, row: ExecutionRow, nodes: NewNode[], edges: Edge[]): Promise<void> {
  const key = [row.jobId, row.ownerId]
  // These statements are sent in this order, without waiting for replies in between.
  const inserted = tx.orm.insert(execution).values(row).execute()
  const withNodes = tx.query(
    `insert into execution_node (execution_id, owner_id, node, node_id, title, state, remaining, retries, stops, counts)
     select $1, $2, place - 1, node_id, title, case when remaining = 0 then 'Ready' else 'Waiting' end, remaining, retries, stops,
       place * $8 / $9 > (place - 1) * $8 / $9
     from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::boolean[])
       with ordinality as new(node_id, title, remaining, retries, stops, place)`,
    [
      ...key,
      nodes.map(({ nodeId }) => nodeId),
      nodes.map(({ title }) => title),
      nodes.map(({ remaining }) => remaining),
      nodes.map(({ retries }) => retries),
      nodes.map(({ stops }) => stops),
      COUNTS,
      nodes.length,
    ],
  )
  const withEdges = tx.query(
    `insert into execution_edge (execution_id, owner_id, from_node, to_node, uses)
     select $1, $2, new.from_node, new.to_node, new.uses
     from unnest($3::int[], $4::int[], $5::boolean[]) as new(from_node, to_node, uses)`,
    [...key, edges.map(({ from }) => from), edges.map(({ to }) => to), edges.map(({ uses }) => uses)],
  )
  await Promise.all([inserted, withNodes, withEdges])
}

/** Makes a job ready although it has no input. It needs none, because its definition isn’t work data. */
export async function makeReady(tx: Tx, id: string): Promise<void> {
  await tx.query(`update job set state = 'ReadyForProcessing' where id = $1`, [id])
}

/** Moves a ready job of the engine to Processing. No queue message is needed, because no worker claims the job. */
export async function begin(tx: Tx, id: string): Promise<void> {
  // These statements are sent in this order, without waiting for replies in between.
  await Promise.all([
    tx.query(`update job set state = 'Pending' where id = $1`, [id]),
    tx.query(
      `update job set state = 'Processing', attempt = attempt + 1, started_at = now(), progress = 0,
         time_limit_seconds = max_seconds, run_until = now() + max_seconds * interval '1 s'
       where id = $1`,
      [id],
    ),
  ])
}

/**
 * Puts an execution back into the engine's queue. This server will advance the execution again. If this server crashes,
 * another server advances it.
 */
export async function enqueueAgain(tx: Tx, { id, ownerId }: Pick<JobRow, 'id' | 'ownerId'>): Promise<void> {
  await tx.query('insert into execution_due (execution_id, owner_id) values ($1, $2)', [id, ownerId])
}

/** Adds an execution to the engine’s queue. The engine advances it after the commit. */
export async function enqueueExecution(tx: Tx, id: string): Promise<void> {
  await tx.query('select enqueue_executions(array[$1::uuid])', [id])
}

/**
 * Locks the job of a due execution and takes the execution from the queue. Undefined if it is no longer due. While the
 * job is locked, other servers can't advance the execution, and requests can't cancel it.
 */
export async function takeDue(tx: Tx, id: string): Promise<JobRow | undefined> {
  const [row] = await takeDueJob(tx, { id })
  return row as JobRow | undefined
}

/** The columns of a step that its runs need. */
export type StepOfRuns = Pick<
  ProcessingStepRow,
  | 'id'
  | 'ownerId'
  | 'isPublic'
  | 'executor'
  | 'deterministic'
  | 'parameterSchema'
  | 'defaultParameters'
  | 'inputSlots'
  | 'outputSlots'
>

/** Makes later statements of the transaction collect executions for `takeDeferred` instead of queuing them. */
export async function deferEnqueuing(tx: Tx): Promise<void> {
  await tx.query(`set local millrace.enqueuing = 'deferred'`)
}

/** What `takeDeferred` returns about an execution. */
export interface DeferredExecution {
  [column: string]: unknown
  job: Pick<JobRow, 'id' | 'ownerId' | 'progress'>
  status: ExecutionStatus
  /**
   * The first nodes that are Ready or Expanding. Contains up to one node more than `INLINE_RUNS_MAX`, so that the
   * caller notices if there are too many.
   */
  ready: ReadyNode[]
  /** The steps of the `ready` nodes that still exist. */
  steps: StepOfRuns[]
}

/**
 * If a statement since `deferEnqueuing` would have queued the execution, locks its job and returns what is needed to
 * advance it. If another transaction holds the lock, or the job isn’t Processing, queues the execution for the engine
 * instead.
 */
export async function takeDeferred(tx: Tx, id: string): Promise<DeferredExecution | undefined> {
  const { rows } = await tx.query<{ found: DeferredExecution | null }>('select take_deferred($1) as found', [id])
  return rows[0]?.found ?? undefined
}

/** All columns of a job, for a query that reads a function's result instead of the table. */
const COLUMNS = Object.fromEntries(
  Object.entries(getTableColumns(job)).map(([key, column]) => [
    key,
    sql`job.${sql.identifier(column.name)}`.mapWith(column),
  ]),
)

const takeDueJob = preparedQuery((orm) =>
  orm
    .select(COLUMNS)
    .from(sql`take_due(${sql.placeholder('id')}) as job`)
    .prepare('take_due_job'),
)

/** Returns the ids of executions that the engine has to advance: those of the `limit` oldest entries in its queue. */
export async function due(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select distinct execution_id as id from (select execution_id from execution_due order by id limit $1) as oldest',
    [limit],
  )
  return rows.map(({ id }) => id)
}

/** Returns the execution that a job runs. Undefined if the job does not run a workflow. */
export async function find(tx: Tx, id: string): Promise<ExecutionRow | undefined> {
  const [row] = await tx.orm.select().from(execution).where(eq(execution.jobId, id))
  return row
}

const ORIGINS_MAX = 100

/**
 * If an execution ran a changed definition, returns the id of the workflow before the change. Finds it in the nearest
 * earlier execution with an unchanged definition. Changed definitions are hidden work data without a workflow tag.
 */
export async function workflowBefore(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string; back: number }>(
    `with recursive line as (
       select definition_id, origin_id, 0 as back from execution where job_id = $1
       union all
       select earlier.definition_id, earlier.origin_id, back + 1 from line join execution as earlier on earlier.job_id = line.origin_id
       where back < ${ORIGINS_MAX})
     select work_data.id, back from line join work_data on work_data.id = line.definition_id
     where not work_data.hidden or exists (select from unnest(work_data.tags) as tag where tag like 'workflow=%')
     order by back limit 1`,
    [id],
  )
  const [found] = rows
  return found && found.back > 0 ? found.id : undefined
}

export async function findJob(tx: Tx, reach: Reach, id: string): Promise<JobRow | undefined> {
  const isOwn = reach.owner === undefined ? undefined : eq(job.ownerId, reach.owner)
  const [row] = await tx.orm
    .select()
    .from(job)
    .where(and(eq(job.id, id), isOwn))
  return row
}

export async function isSuspended(tx: Tx, { stepId }: Pick<JobRow, 'stepId'>): Promise<boolean> {
  const { rows } = await tx.query<{ state: string }>(
    'select deployment_state as state from processing_step where id = $1',
    [stepId],
  )
  return rows[0]?.state !== 'External'
}

/** Returns the nesting depth of an execution: 0 if a user started it, -1 if the job does not run a workflow. */
export async function depthOf(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.orm.select({ depth: execution.depth }).from(execution).where(eq(execution.jobId, id))
  return row?.depth ?? -1
}

/** Facts about the execution that contains a nested workflow. */
export interface ContainingExecution {
  [column: string]: unknown
  reuses: boolean
  /** The execution to verify: the earlier run of the same node and item, if it had the same definition. */
  verifiedId: string | null
}

/** Returns facts about the execution with the job `parentId`, which contains the nested workflow `id`. */
export async function containing(tx: Tx, id: string, parentId: string): Promise<ContainingExecution | undefined> {
  const { rows } = await tx.query<ContainingExecution>(
    `select outside.reuses, verified.job_id as "verifiedId" from execution as outside
     left join execution_run as run on outside.verifies and run.execution_id = outside.job_id and run.job_id = $1
     left join execution_run as earlier on earlier.execution_id = outside.origin_id and earlier.node = run.node
       and earlier.item = run.item and earlier.outcome = 'Completed'
     left join execution as verified on verified.job_id = earlier.job_id and verified.definition_sha256 = (
       select data.sha256 from job_input as input join work_data as data on data.id = input.work_data_id where input.job_id = $1)
     where outside.job_id = $2`,
    [id, parentId],
  )
  return rows[0]
}

/** A node that needs more runs to be created. */
export type ReadyNode = Pick<ExecutionNodeRow, 'node' | 'nodeId' | 'state' | 'runs' | 'created'>

/** Returns nodes that need more runs to be created, in the order of the definition. */
export function readyNodes(tx: Tx, id: string, limit: number): Promise<ExecutionNodeRow[]> {
  return nodesToExpand(tx, { id, limit })
}

const nodesToExpand = preparedQuery((orm) =>
  orm
    .select()
    .from(executionNode)
    .where(
      and(eq(executionNode.executionId, sql.placeholder('id')), sql`${executionNode.state} in ('Ready', 'Expanding')`),
    )
    .orderBy(asc(executionNode.node))
    .limit(sql.placeholder('limit'))
    .prepare('nodes_to_expand'),
)

/** Returns the nodes of an execution, in the order of its definition. */
export function nodes(tx: Tx, id: string): Promise<ExecutionNodeRow[]> {
  return allNodes(tx, { id })
}

const allNodes = preparedQuery((orm) =>
  orm
    .select()
    .from(executionNode)
    .where(eq(executionNode.executionId, sql.placeholder('id')))
    .orderBy(asc(executionNode.node))
    .prepare('execution_nodes'),
)

/** Returns ids and titles of the nodes of several executions, in the order of their definitions. */
export async function nodesOf(tx: Tx, ids: string[]) {
  const { executionId, node, nodeId, title } = executionNode
  return tx.orm
    .select({ executionId, node, nodeId, title })
    .from(executionNode)
    .where(inArray(executionId, ids))
    .orderBy(asc(executionId), asc(node))
}

export async function countRuns(tx: Tx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; runs: number }>(
    'select execution_id as id, count(*)::int as runs from execution_run where execution_id = any($1) group by execution_id',
    [ids],
  )
  return new Map(rows.map(({ id, runs }) => [id, runs]))
}

/**
 * Maximum length of a result to compare directly. Longer results are hashed, because thousands of them would fill the
 * memory.
 */
const COMPARED_AS_IT_IS = 2000

interface ComparedRun extends Record<string, unknown> {
  executionId: string
  node: number
  item: number
  outcome: RunOutcome
  jobId: string | null
  executor: JobRow['executor'] | null
  result: unknown
}

/**
 * Returns the properties by which runs are compared. Results of nested workflows are not hashed, because they list the
 * files of the named outputs.
 */
export async function comparedRuns(tx: Tx, ids: string[]): Promise<ComparedRun[]> {
  const { rows } = await tx.query<ComparedRun>(
    `select run.execution_id as "executionId", run.node, run.item, run.outcome, run.job_id as "jobId", job.executor,
       case when job.executor = 'engine' or length(job.result::text) <= ${COMPARED_AS_IT_IS} then job.result
         else to_jsonb(encode(sha256(convert_to(job.result::text, 'UTF8')), 'hex')) end as result
     from execution_run as run left join job on job.id = run.job_id
     where run.execution_id = any($1) order by run.node, run.item, run.try`,
    [ids],
  )
  return rows
}

/** Returns the edges of an execution's graph. Nodes are identified by their positions in the definition. */
export async function edges(tx: Tx, id: string): Promise<Edge[]> {
  return tx.orm
    .select({ from: executionEdge.fromNode, to: executionEdge.toNode, uses: executionEdge.uses })
    .from(executionEdge)
    .where(eq(executionEdge.executionId, id))
}

export interface ExecutionStatus {
  /** A failed node that ends the execution, and the cause of its failure. */
  failure: { title: string; cause: string } | null
  hasRepeats: boolean
  isFinished: boolean
  /** Null if the unfinished nodes were not counted. */
  unfinished: number | null
}

/** Returns the facts that decide how an execution continues. An execution without nodes is finished. */
export async function executionStatus(tx: Tx, id: string): Promise<ExecutionStatus> {
  const { rows } = await tx.query<{ status: ExecutionStatus }>('select execution_status($1) as status', [id])
  return rows[0]?.status ?? { failure: null, hasRepeats: false, isFinished: true, unfinished: 0 }
}

/** Cancels the unfinished nodes of an ended execution. */
export async function cancelNodes(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update execution_node set state = 'Canceled', ended_at = now()
     where execution_id = $1 and state in ('Waiting', 'Ready', 'Expanding', 'Running')`,
    [id],
  )
}

/** A node that the engine ends itself, usually because it has no runs. */
export interface EndedNode {
  node: number
  state: 'Completed' | 'Skipped' | 'Failed'
  reason: string | null
}

export async function endNodes(tx: Tx, id: string, ended: EndedNode[]): Promise<void> {
  if (ended.length === 0) return
  await tx.query(
    `with ended as (
       update execution_node as node set state = ended.state, reason = ended.reason, runs = coalesce(node.runs, 0),
         ended_at = clock_timestamp()
       from unnest($2::int[], $3::text[], $4::text[]) as ended(node, state, reason)
       where node.execution_id = $1 and node.node = ended.node returning node.execution_id, node.node
     )
     select end_nodes(array_agg(execution_id), array_agg(node)) from ended`,
    [id, ended.map(({ node }) => node), ended.map(({ state }) => state), ended.map(({ reason }) => reason)],
  )
}

/** Completes the job of an execution. The report must be published first. */
export async function complete(tx: Tx, id: string, result: unknown): Promise<void> {
  await tx.query(
    `update job set state = 'Completed', result = $2::jsonb, completed_at = now(), progress = null where id = $1`,
    [id, JSON.stringify(result)],
  )
}
