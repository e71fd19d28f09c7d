import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf } from './columns.ts'
import { job } from './jobs.ts'

/*
 * Workflows that run or have run. An execution is itself a job. So is each run of a node, unless it is a reused run.
 * workflow-progress.ts explains how these rows change.
 */

export const NODE_STATES = [
  'Waiting',
  'Ready',
  'Expanding',
  'Running',
  'Completed',
  'Skipped',
  'Failed',
  'Canceled',
] as const
export type NodeState = (typeof NODE_STATES)[number]

/**
 * How a run ended. `Repeat`: failed, and the next try has to be created. `Repeated`: failed, and the next try exists.
 */
export const RUN_OUTCOMES = ['Completed', 'Failed', 'Canceled', 'Repeat', 'Repeated'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

const executionId = () =>
  uuid('execution_id')
    .notNull()
    .references(() => execution.jobId, { onDelete: 'cascade' })

/** What an execution runs, fixed when it starts. */
export const execution = pgTable(
  'execution',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => job.id, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id').notNull(),
    /** The work data that contained the definition, and the hash of its content. */
    definitionId: uuid('definition_id').notNull(),
    definitionSha256: text('definition_sha256').notNull(),
    definition: jsonb('definition').$type<unknown>().notNull(),
    variables: jsonb('variables').$type<Record<string, unknown>>().notNull(),
    /** The step version of each node, in the order of the definition. */
    stepIds: uuid('step_ids').array().notNull(),
    /** The number of executions that contain this one. */
    depth: integer('depth').notNull(),
    /**
     * The execution that this one continues, repeats or verifies, even if that execution was deleted. Null if there is
     * none.
     */
    originId: uuid('origin_id'),
    /** Whether finished runs are reused instead of running again. */
    reuses: boolean('reuses').notNull().default(false),
    /** Whether the execution only serves to compare its results with those of its origin. */
    verifies: boolean('verifies').notNull().default(false),
  },
  (table) => [index('execution_definition').on(table.definitionId, table.jobId).where(sql`depth = 0`)],
)
export type ExecutionRow = typeof execution.$inferSelect

export const executionNode = pgTable(
  'execution_node',
  {
    executionId: executionId(),
    /** Index of the node in the definition. */
    node: integer('node').notNull(),
    ownerId: uuid('owner_id').notNull(),
    nodeId: text('node_id').notNull(),
    /** Unique within the execution. */
    title: text('title').notNull(),
    state: text('state', { enum: NODE_STATES }).notNull(),
    /** Number of unfinished nodes that this node waits for. */
    remaining: integer('remaining').notNull(),
    retries: integer('retries').notNull(),
    /** Whether a failure of the node ends the execution. */
    stops: boolean('stops').notNull(),
    /**
     * Whether the progress of the execution is updated when the node ends. An update counts all unfinished nodes, so it
     * is not done after every node.
     */
    counts: boolean('counts').notNull().default(false),
    /** Null until the node is expanded. */
    runs: integer('runs'),
    /** Number of created runs, not counting retries. */
    created: integer('created').notNull().default(0),
    /** Number of unfinished runs, including those that have not been created yet. */
    active: integer('active').notNull().default(0),
    completed: integer('completed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** Why the node was or will be skipped, why it failed without running, or why it has fewer runs than items. */
    reason: text('reason'),
    /** Whether the node is skipped because of a failure. If so, nodes that only wait for this node are skipped, too. */
    blocked: boolean('blocked').notNull().default(false),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.executionId, table.node] }),
    oneOf('execution_node', 'state', NODE_STATES),
    index('execution_node_unfinished')
      .on(table.executionId, table.state, table.node)
      .where(sql`state in ('Waiting', 'Ready', 'Expanding', 'Running')`),
    index('execution_node_failed').on(table.executionId).where(sql`state = 'Failed' and stops`),
  ],
)
export type ExecutionNodeRow = typeof executionNode.$inferSelect

export const executionEdge = pgTable(
  'execution_edge',
  {
    executionId: executionId(),
    fromNode: integer('from_node').notNull(),
    toNode: integer('to_node').notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** Whether the successor uses results of the predecessor. If not, it only waits until the predecessor has ended. */
    uses: boolean('uses').notNull(),
  },
  (table) => [primaryKey({ columns: [table.executionId, table.fromNode, table.toNode] })],
)

/** A run of a node: one try for one item. The primary key prevents a second job for the same try. */
export const executionRun = pgTable(
  'execution_run',
  {
    executionId: executionId(),
    node: integer('node').notNull(),
    item: integer('item').notNull(),
    try: integer('try').notNull(),
    ownerId: uuid('owner_id').notNull(),
    jobId: uuid('job_id').references(() => job.id, { onDelete: 'set null' }),
    outcome: text('outcome', { enum: RUN_OUTCOMES }),
    /**
     * Equal for all runs of the same step version with equal parameters and inputs. Null if results can't be reused.
     */
    fingerprint: text('fingerprint'),
    /** The execution for which the job ran. Null unless the run was reused. */
    reusedFrom: uuid('reused_from'),
    resultsDeleted: boolean('results_deleted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.executionId, table.node, table.item, table.try] }),
    oneOf('execution_run', 'outcome', RUN_OUTCOMES),
    index('execution_run_job').on(table.jobId),
    index('execution_run_fingerprint').on(table.ownerId, table.fingerprint).where(sql`fingerprint is not null`),
    index('execution_run_repeat').on(table.executionId).where(sql`outcome = 'Repeat'`),
  ],
)

/**
 * A queue of executions that the engine has to advance. Rows are only inserted and deleted. There is no foreign key,
 * because it would make transactions that complete runs wait for a transaction that has locked the execution’s job. The
 * engine removes rows of deleted executions.
 */
export const executionDue = pgTable(
  'execution_due',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    executionId: uuid('execution_id').notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** Whether the progress of the execution has to be updated. */
    counts: boolean('counts').notNull().default(false),
  },
  (table) => [index('execution_due_execution').on(table.executionId)],
)
