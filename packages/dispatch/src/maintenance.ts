import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { LOCKS } from '@millrace/db/advisory-locks'
import { queueName } from '@millrace/db/job-messages'
import { backoffAfterLoss } from './backoff.ts'
import { enqueue, QUEUED, type QueuedJob } from './enqueue.ts'
import { lockOverdue, timeLimitMessage } from './time-limit.ts'

const BATCH = 200

export interface EndedAttempts {
  requeued: QueuedJob[]
  /** Jobs that ended in Error, because no attempts are left or because they reached their time limit. */
  failed: Pick<QueuedJob, 'id' | 'ownerId' | 'name'>[]
}

/**
 * Ends attempts that reached their time limit, and attempts whose lease expired. A lease expires if the worker has
 * died, hangs or has lost its connection. A job that reached its time limit ends in Error, because another attempt
 * would take as long. A job whose lease expired returns to its queue if attempts are left, after a pause that grows
 * with each attempt. Only one server does this at a time; other servers skip the round.
 */
export async function requeueOrFailExpired(tx: Tx): Promise<EndedAttempts> {
  const ended: EndedAttempts = { requeued: [], failed: [] }
  if (!(await isFirst(tx, LOCKS.expiredAttempts))) return ended
  ended.failed.push(...(await endOverdue(tx)))
  const { rows: expired } = await tx.query<{ id: string; attempt: number }>(
    `select id, attempt from job where state = 'Processing' and executor = 'worker' and lease_until < now() order by lease_until limit $1
     for update skip locked`,
    [BATCH],
  )
  for (const [attempt, jobs] of Map.groupBy(expired, (row) => row.attempt)) {
    const ids = jobs.map((row) => row.id)
    if (attempt < LIMITS.attemptsMax) ended.requeued.push(...(await tryAgain(tx, ids, attempt)))
    else ended.failed.push(...(await giveUp(tx, ids)))
  }
  for (const { id, ownerId } of [...ended.requeued, ...ended.failed]) {
    tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
  }
  return ended
}

async function endOverdue(tx: Tx): Promise<EndedAttempts['failed']> {
  const overdue = await lockOverdue(tx, BATCH)
  if (overdue.length === 0) return []
  await tx.setReason('The job reached its time limit.')
  const { rows } = await tx.query<FailedRow>(
    `update job set state = 'Error', error = overdue.error, ${ENDED}
     from unnest($1::uuid[], $2::text[]) as overdue(id, error) where job.id = overdue.id returning ${FAILED}`,
    [overdue.map(({ id }) => id), overdue.map(timeLimitMessage)],
  )
  return rows
}

type FailedRow = EndedAttempts['failed'][number] & { [column: string]: unknown }
const FAILED = 'job.id, job.owner_id as "ownerId", job.name'
const ENDED = 'completed_at = now(), progress = null, lease_token = null, lease_until = null'

const LOST = 'The worker stopped responding.'

async function tryAgain(tx: Tx, ids: string[], attempt: number): Promise<QueuedJob[]> {
  const pauseMs = backoffAfterLoss(attempt)
  await tx.setReason(`${LOST} Trying again in ${pauseMs / 1000} s.`)
  const text = `update job set state = 'Pending', progress = null, lease_token = null, lease_until = null
    where id = any($1) returning ${QUEUED}`
  return enqueue(tx, { text, values: [ids] }, pauseMs)
}

async function giveUp(tx: Tx, ids: string[]): Promise<EndedAttempts['failed']> {
  await tx.setReason(LOST)
  const { rows } = await tx.query<FailedRow>(
    `update job set state = 'Error',
       error = 'The worker stopped responding in each of ' || attempt || ' attempts. The step may need more memory than the worker has.',
       ${ENDED}
     where id = any($1) returning ${FAILED}`,
    [ids],
  )
  return rows
}

/**
 * Queues Pending jobs without a message, for example after a restore or after a queue was purged. Locks only those
 * jobs. Does nothing if another server is already doing this. Returns how many jobs it queued.
 */
export async function requeueForgotten(tx: Tx): Promise<number> {
  if (!(await isFirst(tx, LOCKS.queueRepair))) return 0
  const text = `select ${QUEUED} from job where state = 'Pending' and not exists (
      select 1 from pgboss.job as message where message.name = ${queueName('job.step_id')}
        and message.data->>'jobId' = job.id::text and message.state < 'active'
    ) for update skip locked`
  return (await enqueue(tx, { text, values: [] })).length
}

/** Returns the ids of steps without a queue. Jobs of these steps cannot be queued. */
export async function stepsWithoutQueue(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from processing_step where not exists (select 1 from pgboss.queue where name = ${queueName('processing_step.id')})`,
  )
  return rows.map((row) => row.id)
}

async function isFirst(tx: Tx, lock: number): Promise<boolean> {
  const { rows } = await tx.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [lock])
  return rows[0]?.ours === true
}
