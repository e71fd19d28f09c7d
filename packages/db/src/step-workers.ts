import { LIMITS } from '@millrace/contracts/limits'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ProcessingStepRow } from './schema/processing-steps.ts'

/** A step, and whether a worker that can run it was recently connected. */
export interface StepWithWorker extends ProcessingStepRow {
  hasWorker: boolean
}

/** How long a worker counts as connected, as an interval. */
export const CONNECTED = `interval '${LIMITS.workerConnectedMs} ms'`

export function hasWorker(seenAt: SQLWrapper): SQL<boolean> {
  return sql<boolean>`coalesce(${seenAt} > now() - ${sql.raw(CONNECTED)}, false)`
}
