import type { Tx } from '@millrace/db/act'
import { LIMITED_PLANS } from './claim.ts'

/**
 * Wakes claims that can take waiting jobs of these owners, because fewer of their jobs are running now: one claim for
 * each time that an owner is listed. Does nothing for owners whose plan has no limit.
 */
export async function wakeQueuesOf(tx: Tx, ownerIds: string[]): Promise<void> {
  const jobs = Map.groupBy(ownerIds, (id) => id)
  const { rows } = await tx.query<{ ownerId: string; stepId: string }>(
    `select owner.id as "ownerId", waiting.step_id as "stepId" from owner, lateral (
       select distinct step_id from job where owner_id = owner.id and state = 'Pending' limit 50
     ) as waiting where owner.id = any($1) and owner.plan = any($2)`,
    [[...jobs.keys()], LIMITED_PLANS],
  )
  for (const { ownerId, stepId } of rows) tx.queued(stepId, jobs.get(ownerId)?.length)
}
