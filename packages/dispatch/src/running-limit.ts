import type { Tx } from '@millrace/db/act'
import { LIMITED_PLANS } from './claim.ts'

/**
 * Wakes claims that can take a waiting job of this owner, because fewer of the owner's jobs are running now. Does
 * nothing if the plan has no limit.
 */
export async function wakeQueuesOf(tx: Tx, ownerId: string): Promise<void> {
  const { rows } = await tx.query<{ stepId: string }>(
    `select distinct step_id as "stepId" from job where owner_id = $1 and state = 'Pending'
       and exists (select 1 from owner where id = $1 and plan = any($2)) limit 50`,
    [ownerId, LIMITED_PLANS],
  )
  for (const row of rows) tx.queued(row.stepId)
}
