import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import { type Queue, queueOf, within } from './boss.ts'
import { enqueue } from './enqueue.ts'
import { pauseAfterLoss } from './pauses.ts'

const SWEEP_LOCK = 7_100_002
const BATCH = 200

export interface SweptJob {
  id: string
  ownerId: string
  stepId: string
  attempt: number
  state: string
  name: string
  turn: number
}

/**
 * Takes back jobs whose lease ran out: their worker died, hangs or cannot reach us. With attempts left a job goes back
 * to Pending and into its queue, where it waits longer each time; else it ends in Error. One server sweeps at a time;
 * the others skip their turn.
 */
export async function sweepExpiredLeases(queue: Queue, tx: Tx): Promise<SweptJob[]> {
  const { rows: lock } = await tx.query<{ ours: boolean }>('select pg_try_advisory_xact_lock($1) as ours', [SWEEP_LOCK])
  if (!lock[0]?.ours) return []
  const { rows: lost } = await tx.query<{ id: string; attempt: number }>(
    `select id, attempt from job where state = 'Processing' and lease_until < now() order by lease_until limit $1
     for update skip locked`,
    [BATCH],
  )
  const swept: SweptJob[] = []
  for (const [attempt, jobs] of Map.groupBy(lost, (row) => row.attempt)) {
    const ids = jobs.map((row) => row.id)
    swept.push(...(attempt < LIMITS.attemptsMax ? await tryAgain(queue, tx, ids, attempt) : await giveUp(tx, ids)))
  }
  for (const row of swept) tx.changed({ type: 'Job', event: 'Changed', id: row.id, ownerId: row.ownerId })
  return swept
}

const SWEPT = 'returning id, owner_id as "ownerId", step_id as "stepId", attempt, state, name, turn'
const LOST = 'The worker was not heard from for the time of its lease.'

async function tryAgain(queue: Queue, tx: Tx, ids: string[], attempt: number): Promise<SweptJob[]> {
  const pauseMs = pauseAfterLoss(attempt)
  await tx.because(`${LOST} The job is tried again in ${pauseMs / 1000} s.`)
  const { rows } = await tx.query<SweptJob & { [column: string]: unknown }>(
    `update job set state = 'Pending', progress = null, lease_token = null, lease_until = null where id = any($1) ${SWEPT}`,
    [ids],
  )
  await enqueue(
    queue,
    tx,
    rows.map(({ id: jobId, stepId, ownerId, turn }) => ({ jobId, stepId, ownerId, turn, pauseMs })),
  )
  return rows
}

async function giveUp(tx: Tx, ids: string[]): Promise<SweptJob[]> {
  await tx.because(LOST)
  const { rows } = await tx.query<SweptJob & { [column: string]: unknown }>(
    `update job set state = 'Error',
       error = 'The worker was lost ' || attempt || ' times while it ran this job, so it was not tried again. The step may need more memory than the worker has.',
       completed_at = now(), progress = null, lease_token = null, lease_until = null
     where id = any($1) ${SWEPT}`,
    [ids],
  )
  return rows
}

/** Queues Pending jobs that no message names, as a restored backup or a purged queue would leave them. */
export async function requeueForgotten(queue: Queue, tx: Tx, stepId: string): Promise<number> {
  const { rows } = await tx.query<{ id: string; ownerId: string; turn: number }>(
    `select id, owner_id as "ownerId", turn from job where step_id = $1 and state = 'Pending' for update`,
    [stepId],
  )
  if (rows.length === 0) return 0
  const { rows: messages } = await within(tx).executeSql(
    `select data->>'jobId' as id from pgboss.job where name = $1 and state in ('created', 'retry')`,
    [queueOf(stepId)],
  )
  const queued = new Set(messages.map((message: { id: string }) => message.id))
  const forgotten = rows.filter((row) => !queued.has(row.id))
  await enqueue(
    queue,
    tx,
    forgotten.map((row) => ({ jobId: row.id, stepId, ownerId: row.ownerId, turn: row.turn })),
  )
  return forgotten.length
}

/** Steps that may have jobs to queue again. */
export async function stepsWithPendingJobs(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from processing_step where exists (select 1 from job where step_id = processing_step.id and state = 'Pending')`,
  )
  return rows.map((row) => row.id)
}

/** Steps whose jobs could not be queued. */
export async function stepsWithoutQueue(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from processing_step where not exists (select 1 from pgboss.queue where name = '${queueOf('')}' || processing_step.id)`,
  )
  return rows.map((row) => row.id)
}
