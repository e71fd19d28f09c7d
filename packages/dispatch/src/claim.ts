import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { type Queue, queueOf, within } from './boss.ts'

export interface ClaimedJob {
  id: string
  leaseToken: string
  attempt: number
}

/**
 * Takes up to `max` jobs of one step: settle at claim.
 *
 * In one transaction the message leaves the queue, the job becomes Processing, its attempt grows by one and it gets a
 * new lease token. Whatever dies before the commit leaves the message in the queue; whatever dies after it leaves a
 * lease that runs out. From here on the job row is the truth, and every write of a worker names the token, so that a
 * worker that comes back late finds nothing to write to. A message whose job is no longer Pending (canceled, failed)
 * is dropped. The clock is the database's; no worker's clock is ever compared.
 */
export async function claim(
  queue: Queue,
  tx: Tx,
  options: { stepId: string; max: number; worker: string; fullOwners: string[] },
): Promise<ClaimedJob[]> {
  const name = queueOf(options.stepId)
  const messages = await queue.fetch<{ jobId: string }>(name, {
    batchSize: options.max,
    db: within(tx),
    ...(options.fullOwners.length > 0 && { ignoreGroups: options.fullOwners }),
  })
  if (messages.length === 0) return []
  await queue.deleteJob(
    name,
    messages.map((message) => message.id),
    { db: within(tx) },
  )
  const { rows } = await tx.query<ClaimedJob & { ownerId: string }>(
    `update job set state = 'Processing', attempt = attempt + 1, lease_token = gen_random_uuid(),
       lease_until = now() + make_interval(secs => $3), started_at = coalesce(started_at, now()), progress = null, worker = $2
     where id = any($1) and state = 'Pending'
     returning id, lease_token as "leaseToken", attempt, owner_id as "ownerId"`,
    [messages.map((message) => message.data.jobId), options.worker, LIMITS.leaseMs / 1000],
  )
  for (const row of rows) tx.changed({ type: 'Job', event: 'Changed', id: row.id, ownerId: row.ownerId })
  return rows
}
