import { JOB_STATES } from '@millrace/contracts/job-states'
import type { FailedParameter } from '@millrace/contracts/worker'
import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { compacted } from '../like.ts'
import { instant, oneOf, owned } from './columns.ts'
import { EXECUTORS, processingStep } from './processing-steps.ts'
import { workData } from './work-data.ts'

/**
 * All states as an array literal. If the array were a parameter, the planner would expect more states and prefer a new
 * plan for each call.
 */
export const STATES_IN_SQL = sql.raw(`'{${JOB_STATES.join()}}'::text[]`)

export const job = pgTable(
  'job',
  {
    ...owned,
    name: text('name').notNull(),
    state: text('state', { enum: JOB_STATES }).notNull().default('Created'),
    outputsDeletable: boolean('outputs_deletable').notNull().default(false),
    /** A trial run and its results are hidden, and are deleted after a week unless a user keeps them. */
    isTrial: boolean('is_trial').notNull().default(false),
    executor: text('executor', { enum: EXECUTORS }).notNull().default('worker'),
    stepId: uuid('step_id').references(() => processingStep.id),
    parentId: uuid('parent_id'),
    /** The first job of a series of repeated jobs. All repetitions refer to it. */
    againOf: uuid('again_of'),
    parameters: jsonb('parameters').$type<Record<string, unknown>>(),
    result: jsonb('result').$type<unknown>(),
    error: text('error'),
    /** The first sentence of the error. Periods between backticks do not end it. */
    cause: text('cause').generatedAlwaysAs(
      sql.raw(
        "left(coalesce(substring(ltrim(error) from '^(?:[^\\n`]|`[^\\n`]*`)*?[.!?](?=\\s|$)'), split_part(ltrim(error), E'\\n', 1)), 500)",
      ),
    ),
    failedParameter: jsonb('failed_parameter').$type<FailedParameter>(),
    progress: real('progress'),
    /** Number of claims of the job. Each claim has its own lease token. */
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    /** The API key that claimed the job. No other key may use the lease. */
    leaseKey: uuid('lease_key'),
    worker: text('worker'),
    /** Time limit that the job’s workflow sets for an attempt, if any. */
    maxSeconds: integer('max_seconds'),
    /** Time limit of the current attempt, and when it is reached. */
    timeLimitSeconds: integer('time_limit_seconds'),
    runUntil: instant('run_until'),
    /** Position in the queue of the job's step; see job-turns.ts. */
    turn: integer('turn').notNull().default(0),
    /**
     * Input slots from which work data was deleted while the job was unfinished or was going to be repeated. The job
     * waits until each of these slots has been filled or cleared.
     */
    lostSlots: integer('lost_slots').array(),
    /** Whether the job starts when all its dependencies have completed. */
    startWhenFed: boolean('start_when_fed').notNull().default(false),
    eventSeq: integer('event_seq').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the job was last queued. Unchanged if a worker returns the job to the queue. */
    queuedAt: instant('queued_at'),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    /** Peak memory of the attempt that completed the job, as measured by its worker. */
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
    // Used to count the running jobs of an owner and of a worker, and to find expired leases and overdue attempts. No
    // index includes lease_until, so heartbeats do not update indexes.
    index('job_running').on(table.ownerId, table.leaseKey, table.worker).where(sql`state = 'Processing'`),
    index('job_trial').on(table.createdAt).where(sql`is_trial`),
    index('job_data_missing').on(table.id).where(sql`state = 'DataMissing'`),
  ],
)

export type JobRow = typeof job.$inferSelect

/**
 * The columns that lists of jobs sort and filter by, except those that change with the job's state. Triggers maintain
 * the table. Every state change writes a new version of a job's row, and a new entry into each index of `job` that
 * includes the job. The indexes on names and on the creation time belong to this table instead, so state changes do not
 * touch them.
 */
export const jobListing = pgTable('job_listing', {
  jobId: uuid('job_id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  name: text('name').notNull(),
  /** The name in lowercase, for searches. ILIKE would convert both the name and the pattern for each job. */
  lowercaseName: text('lowercase_name')
    .notNull()
    .generatedAlwaysAs((): SQL => sql`lower(name)`),
  /** The name in lowercase, without spaces or the characters `-`, `_`, `.` and `/`. Its trigrams are indexed. */
  compactName: text('compact_name')
    .notNull()
    .generatedAlwaysAs((): SQL => compacted('name')),
  hidden: boolean('hidden').notNull(),
  isTrial: boolean('is_trial').notNull(),
  parentId: uuid('parent_id'),
  createdAt: instant('created_at').notNull(),
})

/** The work data selected for each input slot, in order. */
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
 * lease token. Maintenance removes outputs of other attempts.
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
    /** Becomes a tag of the work data. */
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

const EVENT_COLUMNS = () => ({
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
})

/**
 * The history of a job: one row for its creation and one per state change. A trigger writes the rows. Append-only. Read
 * the history through the view `job_move`. For a job that is inserted in a later state, such as Pending, the view adds
 * the earlier states.
 */
export const jobEvent = pgTable('job_event', EVENT_COLUMNS(), (table) => [
  primaryKey({ columns: [table.jobId, table.seq] }),
])

/** The complete history of jobs, with every state that a job passed when it was created (see security.ts). */
export const jobMove = pgView('job_move', EVENT_COLUMNS()).existing()

/** Log lines in chunks, in order of arrival. `lines` contains [at, stream, text] triples. */
export const jobLog = pgTable(
  'job_log',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    chunk: integer('chunk').notNull(),
    ownerId: uuid('owner_id').notNull(),
    attempt: integer('attempt').notNull(),
    /** The worker's sequence number for the chunk. With this number, a chunk that is sent twice is stored once. */
    batch: integer('batch'),
    firstLine: integer('first_line').notNull(),
    lineCount: integer('line_count').notNull(),
    /** Offset and length of the chunk in the log as plain text, in bytes. */
    firstByte: bigint('first_byte', { mode: 'number' }).notNull(),
    byteCount: integer('byte_count').notNull(),
    lines: jsonb('lines').$type<[at: string, stream: 'out' | 'err', text: string][]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.chunk] })],
)
