import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { boolean, index, integer, json, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, oneOf, owned } from './columns.ts'

/** Who runs the jobs of a step: workers, or the workflow engine of the server. */
export const EXECUTORS = ['worker', 'engine'] as const

export const processingStep = pgTable(
  'processing_step',
  {
    ...owned,
    functionName: text('function_name').notNull(),
    version: text('version').notNull(),
    /** The version as a sortable string: numbers are zero-padded, and a release sorts after its prereleases. */
    versionKey: text('version_key').notNull(),
    title: text('title').notNull(),
    shortDescription: text('short_description'),
    longDescription: text('long_description'),
    proconVersion: text('procon_version'),
    codeHash: text('code_hash'),
    isPublic: boolean('is_public').notNull().default(false),
    deprecatedAt: instant('deprecated_at'),
    deprecationReason: text('deprecation_reason'),
    /** `json`, unlike `jsonb`, preserves the order of the properties. Forms show their fields in this order. */
    parameterSchema: json('parameter_schema').$type<Record<string, unknown>>(),
    defaultParameters: json('default_parameters').$type<Record<string, unknown>>(),
    returnSchema: json('return_schema').$type<Record<string, unknown>>(),
    inputSlots: jsonb('input_slots').$type<DataSlotSpecification[]>().notNull(),
    outputSlots: jsonb('output_slots').$type<DataSlotSpecification[]>().notNull(),
    /** Time limit of an attempt of a job. Null means the default. */
    timeLimitSeconds: integer('time_limit_seconds'),
    /** Whether equal parameters and inputs always give equal results, so finished runs can be reused. */
    deterministic: boolean('deterministic').notNull().default(false),
    /** The manifest exactly as the worker registered it. */
    manifest: json('manifest').$type<Record<string, unknown>>().notNull(),
    executor: text('executor', { enum: EXECUTORS }).notNull().default('worker'),
    deploymentState: text('deployment_state').notNull().default('NotDeployed'),
    /** When a worker last claimed jobs of this step, or last ran a job after that claim. To the minute. */
    workerSeenAt: instant('worker_seen_at'),
    /** The API key and name of that worker. */
    workerSeen: text('worker_seen'),
    createdAt: instant('created_at').notNull().defaultNow(),
    modifiedAt: instant('modified_at').notNull().defaultNow(),
  },
  (table) => [
    oneOf('processing_step', 'executor', EXECUTORS),
    uniqueIndex('processing_step_name').on(table.ownerId, table.functionName, table.version),
    index('processing_step_public').on(table.isPublic),
    index('processing_step_worker').on(table.workerSeen),
  ],
)

export type ProcessingStepRow = typeof processingStep.$inferSelect
