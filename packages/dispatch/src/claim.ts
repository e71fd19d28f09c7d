import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { type Queue, queueOf, within } from './boss.ts'

export interface ClaimOptions {
  stepId: string
  max: number
  worker: string
  /** The API key of the worker: the leases are for it alone. */
  keyId: string
  /** Owners whose jobs are left where they are. */
  fullOwners: string[]
}

export interface ClaimedJob {
  id: string
  ownerId: string
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
 * is dropped, and the next one is taken in its stead. Jobs are locked in the order of their ids, as everywhere. The
 * clock is the database's; no worker's clock is ever compared. The caller tells of the change, for it may still undo it.
 */
export async function claim(queue: Queue, tx: Tx, options: ClaimOptions): Promise<ClaimedJob[]> {
  const claimed: ClaimedJob[] = []
  while (claimed.length < options.max) {
    const jobIds = await takeMessages(queue, tx, options, options.max - claimed.length)
    if (jobIds.length === 0) break
    claimed.push(...(await lease(tx, jobIds, options)))
  }
  return claimed
}

async function takeMessages(queue: Queue, tx: Tx, options: ClaimOptions, most: number): Promise<string[]> {
  const name = queueOf(options.stepId)
  const messages = await queue.fetch<{ jobId: string }>(name, {
    batchSize: most,
    db: within(tx),
    ...(options.fullOwners.length > 0 && { ignoreGroups: options.fullOwners }),
  })
  if (messages.length > 0) {
    const ids = messages.map((message) => message.id)
    await queue.deleteJob(name, ids, { db: within(tx) })
  }
  return messages.map((message) => message.data.jobId)
}

async function lease(tx: Tx, jobIds: string[], { worker, keyId }: ClaimOptions): Promise<ClaimedJob[]> {
  const { rows } = await tx.query<ClaimedJob & { [column: string]: unknown }>(
    `update job set state = 'Processing', attempt = attempt + 1, lease_token = gen_random_uuid(),
       lease_until = now() + make_interval(secs => $3), started_at = coalesce(started_at, now()), progress = null, worker = $2, lease_key = $4
     where id in (select id from job where id = any($1) and state = 'Pending' order by id for update)
     returning id, lease_token as "leaseToken", attempt, owner_id as "ownerId"`,
    [jobIds, worker, LIMITS.leaseMs / 1000, keyId],
  )
  return rows
}
