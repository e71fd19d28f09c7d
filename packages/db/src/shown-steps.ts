import { LIMITS } from '@millrace/contracts/limits'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ProcessingStepRow } from './schema/processing-steps.ts'

/** A step with the data that documents show in addition to its row. */
export interface ShownStep extends ProcessingStepRow {
  /** Always true for the engine’s steps, which need no worker. */
  hasWorker: boolean
  /** Name of the user or organization that registered the step; "Millrace" for built-in steps. */
  ownerName: string
}

/** SQL for how long a worker counts as connected after its last request. */
export const CONNECTED = `interval '${LIMITS.workerConnectedMs} ms'`

/** Returns SQL that is true if a connected worker offers the step, or if the engine runs the step. */
export function hasWorker(seenAt: SQLWrapper, executor: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(${executor} = 'engine' or coalesce(${seenAt} > now() - ${sql.raw(CONNECTED)}, false))`
}

export function ownerName(ownerId: SQLWrapper): SQL<string> {
  return sql<string>`(select shown.name from owner as shown where shown.id = ${ownerId})`
}
