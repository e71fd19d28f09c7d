import { JOB_STATES } from '@millrace/contracts/job-states'
import type { FailedParameter } from '@millrace/contracts/worker'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, oneOf, owned } from './columns.ts'
import { EXECUTORS, processingStep } from './processing-steps.ts'
import { workData } from './work-data.ts'

/** All states as an array in a statement. The planner expects more states in a parameter, and then prefers to plan each time. */
export const STATES_IN_SQL = sql.raw(`'{${JOB_STATES.join()}}'::text[]`)

export const job = pgTable(
  'job',
  {
    ...owned,
    name: text('name').notNull(),
    state: text('state', { enum: JOB_STATES }).notNull().default('Created'),
    outputsDeletable: boolean('outputs_deletable').notNull().default(false),
    /** It only tried its step on the first rows. Its results are hidden with it, and deleted with it after some days. */
    isTrial: boolean('is_trial').notNull().default(false),
    /** Who runs the job: a worker that claims it, or the workflow engine of the server. */
    executor: text('executor', { enum: EXECUTORS }).notNull().default('worker'),
    stepId: uuid('step_id').references(() => processingStep.id),
    parentId: uuid('parent_id'),
    /** The first job in a series of repeated runs. All repetitions refer to it. */
    againOf: uuid('again_of'),
    parameters: jsonb('parameters').$type<Record<string, unknown>>(),
    result: jsonb('result').$type<unknown>(),
    error: text('error'),
    /** The first sentence of the error. Text between backticks may contain periods. */
    cause: text('cause').generatedAlwaysAs(
      sql.raw(
        "left(coalesce(substring(ltrim(error) from '^(?:[^\\n`]|`[^\\n`]*`)*?[.!?](?=\\s|$)'), split_part(ltrim(error), E'\\n', 1)), 500)",
      ),
    ),
    failedParameter: jsonb('failed_parameter').$type<FailedParameter>(),
    progress: real('progress'),
    /** How often the job was claimed. Each claim has its own lease token. */
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    /** The API key that claimed the job; no other key may use the lease. */
    leaseKey: uuid('lease_key'),
    worker: text('worker'),
    /** How long an attempt may run according to the workflow, if the job is part of one. */
    maxSeconds: integer('max_seconds'),
    /** How long the current attempt may run, and until when. */
    timeLimitSeconds: integer('time_limit_seconds'),
    runUntil: instant('run_until'),
    /** Position in its step's queue; see job-turns.ts. */
    turn: integer('turn').notNull().default(0),
    /**
     * Input slots from which work data was deleted while the job was unfinished or had yet to be repeated. The job waits
     * until each of them was filled or cleared.
     */
    lostSlots: integer('lost_slots').array(),
    /** Whether the job starts when its dependencies have completed. */
    startWhenFed: boolean('start_when_fed').notNull().default(false),
    eventSeq: integer('event_seq').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the job was last started, that is, since when it waits for a worker. */
    queuedAt: instant('queued_at'),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    /** Of the attempt that completed the job, as its worker measured it. */
    peakMemoryBytes: bigint('peak_memory_bytes', { mode: 'number' }),
  },
  (table) => [
    check('job_state', sql.raw(`state in (${JOB_STATES.map((state) => `'${state}'`).join(', ')})`)),
    oneOf('job', 'executor', EXECUTORS),
    check(
      'job_lease',
      sql`(state = 'Processing' and executor = 'worker') = (lease_token is not null and lease_until is not null)`,
    ),
    index('job_parent').on(table.parentId, table.createdAt, table.id).where(sql`parent_id is not null`),
    index('job_turn').on(table.stepId, table.state, table.turn).where(sql`state in ('Pending', 'Processing')`),
    index('job_turn_of_owner').on(table.stepId, table.ownerId, table.turn).where(sql`state = 'Pending'`),
    // Counts the running jobs of an owner and of a worker, and finds expired leases and overdue attempts. No index includes
    // lease_until, so that a heartbeat does not update an index.
    index('job_running').on(table.ownerId, table.leaseKey, table.worker).where(sql`state = 'Processing'`),
    index('job_trial').on(table.createdAt).where(sql`is_trial`),
    index('job_data_missing').on(table.id).where(sql`state = 'DataMissing'`),
  ],
)

export type JobRow = typeof job.$inferSelect

/**
 * The name of each job and the columns that lists sorted by name filter on, maintained by a trigger. Every state change
 * rewrites a job's row and its entry in each index. The trigram and collated indexes are on this table instead, so they
 * are written only when a job is created, renamed or hidden.
 */
export const jobName = pgTable('job_name', {
  jobId: uuid('job_id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  name: text('name').notNull(),
  hidden: boolean('hidden').notNull(),
  parentId: uuid('parent_id'),
})

/** Work data selected for an input slot, in order. */
export const jobInput = pgTable(
  'job_input',
  {
    ownerId: uuid('owner_id').notNull(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    slot: integer('slot').notNull(),
    item: integer('item').notNull(),
    workDataId: uuid('work_data_id')
      .notNull()
      .references(() => workData.id),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.slot, table.item] }),
    index('job_input_work_data').on(table.workDataId),
  ],
)

/** A dependency: an input slot that the output of another job fills when that job completes. */
export const jobFeed = pgTable(
  'job_feed',
  {
    ownerId: uuid('owner_id').notNull(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    slot: integer('slot').notNull(),
    fromJobId: uuid('from_job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    fromSlot: integer('from_slot').notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.slot] }), index('job_feed_from').on(table.fromJobId)],
)

/**
 * Outputs that attempts wrote. They become work data only in the transaction that completes the job with the current
 * lease token. The sweep removes those of other attempts.
 */
export const jobOutput = pgTable(
  'job_output',
  {
    ownerId: uuid('owner_id').notNull(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    slot: integer('slot').notNull(),
    item: integer('item').notNull(),
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** The work data gets a tag with it. */
    folder: text('folder'),
    workDataId: uuid('work_data_id').references(() => workData.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.attempt, table.slot, table.item] }),
    index('job_output_work_data').on(table.workDataId),
    index('job_output_sha256').on(table.sha256),
    index('job_output_unpublished').on(table.ownerId).where(sql`work_data_id is null`),
  ],
)

export type JobOutputRow = typeof jobOutput.$inferSelect

/** The history of a job: one row per state change, written by a trigger. Append-only. */
export const jobEvent = pgTable(
  'job_event',
  {
    jobId: uuid('job_id').notNull(),
    seq: integer('seq').notNull(),
    ownerId: uuid('owner_id').notNull(),
    attempt: integer('attempt').notNull(),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    /** Public id of the user. Null if the system or a worker changed the state. */
    actor: uuid('actor'),
    /** Public id of the impersonating administrator, if any. */
    impersonator: uuid('impersonator'),
    reason: text('reason'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.seq] })],
)

/** Log lines in chunks, in the order they arrived. `lines` holds [at, stream, text] triples. */
export const jobLog = pgTable(
  'job_log',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    chunk: integer('chunk').notNull(),
    ownerId: uuid('owner_id').notNull(),
    attempt: integer('attempt').notNull(),
    /** The worker's sequence number for the chunk, so that a chunk sent twice is stored once. */
    batch: integer('batch'),
    firstLine: integer('first_line').notNull(),
    lineCount: integer('line_count').notNull(),
    /** Offset and length of the chunk in the plain-text form of the log. */
    firstByte: bigint('first_byte', { mode: 'number' }).notNull(),
    byteCount: integer('byte_count').notNull(),
    lines: jsonb('lines').$type<[at: string, stream: 'out' | 'err', text: string][]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.chunk] })],
)
