import type { Tx } from '@millrace/db/act'
import { type ProcessingStepRow, processingStep } from '@millrace/db/schema/processing-steps'
import { getTableColumns, sql } from 'drizzle-orm'

/**
 * Steps by id, whoever looks at their jobs. A job keeps its step even if the step's owner no longer shares it, so a
 * database function reads the rows and row-level security does not apply.
 */
export async function stepsByIds(tx: Tx, ids: string[]): Promise<Map<string, ProcessingStepRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.orm.select(COLUMNS).from(sql`steps_of_jobs(${sql.param(ids)}::uuid[]) as step`)
  return new Map((rows as ProcessingStepRow[]).map((row) => [row.id, row]))
}

/** All columns, read from the result of a function instead of the table. */
const COLUMNS = Object.fromEntries(
  Object.entries(getTableColumns(processingStep)).map(([key, column]) => [
    key,
    sql`step.${sql.identifier(column.name)}`.mapWith(column),
  ]),
)
