import type { Tx } from '@millrace/db/act'
import { queueOf } from './boss.ts'

export interface QueuedJob {
  [column: string]: unknown
  id: string
  ownerId: string
  stepId: string
  /** The job's position in the queue of its step (see job-turns.ts). */
  turn: number
  attempt: number
  name: string
}

/** The columns that a statement passed to `enqueue` has to return. */
export const QUEUED = 'id, owner_id, step_id, turn, attempt, name'

/**
 * Queues a message for each job that `move` returns. `move` is SQL that makes jobs Pending, or selects jobs that this
 * transaction created in that state. Both happen in one transaction, so that every Pending job has a message. Messages with the lowest turn are claimed first, and none before
 * the pause has passed by the database's clock. The columns are those that pg-boss fills when it sends a job to a
 * queue.
 */
export async function enqueue(tx: Tx, move: { text: string; values: unknown[] }, pauseMs = 0): Promise<QueuedJob[]> {
  const pause = `$${move.values.length + 1}::int * interval '1 ms'`
  const { rows } = await tx.query<QueuedJob & { isQueued: boolean }>(
    `with moved as (${move.text}), message as (
       insert into pgboss.job (name, data, group_id, priority, start_after, keep_until, expire_seconds, deletion_seconds,
         retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
       select queue.name, jsonb_build_object('jobId', moved.id), moved.owner_id, -moved.turn, now() + ${pause},
         now() + ${pause} + queue.retention_seconds * interval '1 s', queue.expire_seconds, queue.deletion_seconds,
         queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max, queue.policy
       from moved join pgboss.queue on queue.name = '${queueOf('')}' || moved.step_id
       returning data->>'jobId' as job_id
     )
     select moved.id, owner_id as "ownerId", step_id as "stepId", turn, attempt, moved.name,
       message.job_id is not null as "isQueued"
     from moved left join message on message.job_id = moved.id::text`,
    [...move.values, pauseMs],
  )
  for (const { stepId, isQueued } of rows) {
    if (!isQueued) throw new Error(`The queue of step ${stepId} does not exist.`)
    if (pauseMs === 0) tx.queued(stepId)
  }
  return rows
}
