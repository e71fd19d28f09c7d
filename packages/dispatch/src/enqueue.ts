import type { Tx } from '@millrace/db/act'
import { insertMessages } from '@millrace/db/job-messages'

export interface QueuedJob {
  [column: string]: unknown
  id: string
  ownerId: string
  stepId: string
  /** The job's position in its step's queue (see job-turns.ts). */
  turn: number
  attempt: number
  name: string
}

/** The columns that the statement `move` of `enqueue` must return. */
export const QUEUED = 'id, owner_id, step_id, turn, attempt, name'

interface Move {
  text: string
  values: unknown[]
}

/**
 * Queues a message for each job that `move` returns. `move` is SQL that makes jobs Pending, or selects Pending jobs
 * that have no message yet. The move and the messages are one statement, so every job that `move` makes Pending has a
 * message. Messages are claimed in order of turn, but only after the pause.
 */
export async function enqueue(tx: Tx, move: Move, pauseMs = 0): Promise<QueuedJob[]> {
  const { rows } = await send(tx, move, pauseMs)
  if (pauseMs === 0) for (const { stepId } of rows) tx.queued(stepId)
  return rows
}

/** Queues a job of this step, as the last statement before the commit. */
export function enqueueLast(tx: Tx, stepId: string, move: Move): void {
  tx.queued(stepId)
  tx.commitAfter(send(tx, move, 0))
}

/** Queues jobs that this transaction created as Pending. The statement is sent before the promise is returned. */
export async function enqueueCreated(tx: Tx, jobs: { id: string; stepId: string }[]): Promise<void> {
  if (jobs.length === 0) return
  for (const { stepId } of jobs) tx.queued(stepId)
  await send(tx, { text: `select ${QUEUED} from job where id = any($1)`, values: [jobs.map(({ id }) => id)] }, 0)
}

function send(tx: Tx, { text, values }: Move, pauseMs: number) {
  const pause = `$${values.length + 1}::int * interval '1 ms'`
  return tx.query<QueuedJob>(
    `with moved as (${text}), message as (${insertMessages('moved', pause)})
     select id, owner_id as "ownerId", step_id as "stepId", turn, attempt, name from moved`,
    [...values, pauseMs],
  )
}
