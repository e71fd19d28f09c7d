import { JOB_STATES } from '@millrace/contracts/job-states'
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
import { instant, owned } from './columns.ts'
import { processingStep } from './processing-steps.ts'
import { workData } from './work-data.ts'

export const job = pgTable(
  'job',
  {
    ...owned,
    name: text('name').notNull(),
    state: text('state', { enum: JOB_STATES }).notNull().default('Created'),
    outputsDeletable: boolean('outputs_deletable').notNull().default(false),
    stepId: uuid('step_id').references(() => processingStep.id),
    parentId: uuid('parent_id'),
    /** The first of the runs that this job repeats; all of them refer to the same job. */
    againOf: uuid('again_of'),
    parameters: jsonb('parameters').$type<Record<string, unknown>>(),
    result: jsonb('result').$type<unknown>(),
    error: text('error'),
    progress: real('progress'),
    /** Number of claims; each has its own lease token. */
    attempt: integer('attempt').notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    /** The API key that claimed the job; no other key may use the lease. */
    leaseKey: uuid('lease_key'),
    worker: text('worker'),
    /** Position in its step's queue; see job-turns.ts. */
    turn: integer('turn').notNull().default(0),
    /** Start as soon as the jobs that feed its slots are completed. */
    startWhenFed: boolean('start_when_fed').notNull().default(false),
    eventSeq: integer('event_seq').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When it was started last, which is when its waiting for a worker began. */
    queuedAt: instant('queued_at'),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
  },
  (table) => [
    check('job_state', sql.raw(`state in (${JOB_STATES.map((state) => `'${state}'`).join(', ')})`)),
    check('job_lease', sql`(state = 'Processing') = (lease_token is not null and lease_until is not null)`),
    index('job_parent').on(table.parentId, table.createdAt, table.id).where(sql`parent_id is not null`),
    index('job_turn').on(table.stepId, table.state, table.turn).where(sql`state in ('Pending', 'Processing')`),
    index('job_turn_of_owner').on(table.stepId, table.ownerId, table.turn).where(sql`state = 'Pending'`),
    // Serves the sweep of expired leases, too. No index holds lease_until, so that a heartbeat writes no index.
    index('job_running').on(table.ownerId).where(sql`state = 'Processing'`),
    index('job_data_missing').on(table.id).where(sql`state = 'DataMissing'`),
  ],
)

export type JobRow = typeof job.$inferSelect

/**
 * The name of each job, kept by a trigger, and what lists by name leave out. Every change of state writes a job anew, and
 * with it an entry into each of its indexes. Here the trigram index and the collated ones are written once, when the job
 * is created, renamed or hidden.
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

/** An input slot that the output of another job will fill when that job completes. */
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
 * What attempts wrote. A row becomes work data only in the transaction that completes the job with the current lease token;
 * rows of other attempts are left to the sweep.
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
    workDataId: uuid('work_data_id').references(() => workData.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.attempt, table.slot, table.item] }),
    index('job_output_work_data').on(table.workDataId),
    index('job_output_sha256').on(table.sha256),
    index('job_output_unpublished').on(table.jobId).where(sql`work_data_id is null`),
  ],
)

/** The history of a job: one row per move, written by the trigger that checks the move. Append-only. */
export const jobEvent = pgTable(
  'job_event',
  {
    jobId: uuid('job_id').notNull(),
    seq: integer('seq').notNull(),
    ownerId: uuid('owner_id').notNull(),
    attempt: integer('attempt').notNull(),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    /** Public id of the user; null if the system or a worker moved it. */
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
    /** The worker's number for the batch of lines, to recognize one that was sent twice. */
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
