import { z } from 'zod'

/*
 * The workflow report, version 1: the content of work data of the type
 * `application/vnd.pinexq.workflow.report+json`, written when an execution completes. docs/workflow-format.md explains
 * it.
 */

export const REPORT_VERSION = 1

const Instant = z.iso.datetime()

/** A file with the properties that it had when the execution completed. */
const ReportFile = z.object({
  /** Path of the work data on the server that ran the workflow. */
  workData: z.string(),
  name: z.string(),
  mediaType: z.string(),
  sizeInBytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ReportFile = z.infer<typeof ReportFile>

const FilesBySlot = z.record(z.string(), z.array(ReportFile))

const ReportRun = z.object({
  /** 0-based position of the item in `forEach`. Always 0 without `forEach`. */
  item: z.int().min(0),
  /** 1 for the first job of the run, 2 for its first retry, and so on. */
  try: z.int().min(1),
  state: z.enum(['Completed', 'Failed', 'Canceled']),
  /** Path of the job. Null if the job was deleted before the execution completed. */
  job: z.string().nullable(),
  /** If results were reused: path of the execution for which the job originally ran. */
  reusedFrom: z.string().optional(),
  parameters: z.record(z.string(), z.json()),
  inputs: FilesBySlot,
  outputs: FilesBySlot,
  result: z.json(),
  error: z.string().nullable(),
  worker: z.string().nullable(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
})
export type ReportRun = z.infer<typeof ReportRun>

const ReportNode = z.object({
  id: z.string(),
  title: z.string().optional(),
  step: z.object({ function: z.string(), version: z.string() }).nullable(),
  state: z.enum(['Completed', 'Failed', 'Skipped']),
  /** Why the node was skipped, or why it failed before it ran. */
  reason: z.string().nullable(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  runs: z.array(ReportRun),
})
export type ReportNode = z.infer<typeof ReportNode>

export const WorkflowReport = z
  .object({
    $schema: z.string().optional(),
    version: z.literal(REPORT_VERSION),
    title: z.string(),
    execution: z.object({
      job: z.string(),
      name: z.string(),
      startedBy: z.string().nullable(),
      startedAt: Instant,
      completedAt: Instant,
    }),
    definition: z.object({ workData: z.string(), sha256: z.string() }),
    variables: z.record(z.string(), z.json()),
    /** The files of the outputs that the definition names. */
    outputs: z.record(z.string(), z.array(ReportFile)),
    nodes: z.array(ReportNode),
  })
  .meta({ title: 'Millrace workflow report' })
export type WorkflowReport = z.infer<typeof WorkflowReport>
