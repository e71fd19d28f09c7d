import type { Tx } from '@millrace/db/act'
import { preparedQuery } from '@millrace/db/prepared-query'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import { hasWorker, ownerName, type ShownStep } from '@millrace/db/shown-steps'
import { getTableColumns, sql } from 'drizzle-orm'

/**
 * The columns of a step, except those that only its own document shows. The manifest is often larger than all other
 * columns together.
 */
const { manifest, longDescription, returnSchema, ...READ } = getTableColumns(processingStep)

/** The columns of a step that its jobs need. */
export type StepRow = Pick<ProcessingStepRow, keyof typeof READ>
/** The step as the documents of its jobs show it, with its owner's name and whether it has a worker. */
export type StepOfJob = StepRow & Pick<ShownStep, 'hasWorker' | 'ownerName'>

/**
 * Reads steps by id for users who can see the jobs that use them. A job shows its step even if the step's owner no
 * longer shares it, so a database function reads the rows without row-level security.
 */
export async function stepsByIds(tx: Tx, ids: string[]): Promise<Map<string, StepOfJob>> {
  if (ids.length === 0) return new Map()
  const rows = await stepsOfJobs(tx, { ids })
  return new Map((rows as StepOfJob[]).map((row) => [row.id, row]))
}

export async function stepOfJob(tx: Tx, jobId: string): Promise<StepOfJob | undefined> {
  const [row] = await stepsOfOneJob(tx, { jobId })
  return row as StepOfJob | undefined
}

/** The columns of a step, read from the result of `steps_of_jobs` instead of the table. */
const COLUMNS = Object.fromEntries(
  Object.entries(READ).map(([key, column]) => [key, sql`step.${sql.identifier(column.name)}`.mapWith(column)]),
)

const SHOWN = {
  ...COLUMNS,
  hasWorker: hasWorker(sql`step.worker_seen_at`, sql`step.executor`),
  ownerName: ownerName(sql`step.owner_id`),
}

const stepsOfJobs = preparedQuery((orm) =>
  orm
    .select(SHOWN)
    .from(sql`steps_of_jobs(${sql.placeholder('ids')}::uuid[]) as step`)
    .prepare('steps_of_jobs'),
)

const stepsOfOneJob = preparedQuery((orm) =>
  orm
    .select(SHOWN)
    .from(sql`steps_of_jobs(array(select step_id from job where id = ${sql.placeholder('jobId')})) as step`)
    .prepare('steps_of_one_job'),
)
