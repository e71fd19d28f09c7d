import type { Tx } from '@millrace/db/act'
import { CONNECTED } from '@millrace/db/shown-steps'

export interface SeenStep {
  [column: string]: unknown
  id: string
  ownerId: string
  /** No worker had been connected for a while. */
  isNew: boolean
}

/** Records that a worker claims jobs of these steps. Steps recorded less than `pauseMs` ago are not written. */
export function offers(tx: Tx, stepIds: string[], worker: string, pauseMs: number): Promise<SeenStep[]> {
  return seen(tx, 'id = any($3::uuid[])', [worker, pauseMs, stepIds])
}

/** Records that a worker is running a job. It still counts as the worker of the steps that it last claimed jobs of. */
export function isBusy(tx: Tx, worker: string, pauseMs: number): Promise<SeenStep[]> {
  return seen(tx, 'worker_seen = $1', [worker, pauseMs])
}

async function seen(tx: Tx, which: string, values: unknown[]): Promise<SeenStep[]> {
  const { rows } = await tx.query<SeenStep>(
    `with due as (
       select id, worker_seen_at from processing_step
       where ${which} and coalesce(worker_seen_at < now() - $2::int * interval '1 ms', true)
       order by id for no key update skip locked
     )
     update processing_step as step set worker_seen_at = now(), worker_seen = $1 from due where step.id = due.id
     returning step.id, step.owner_id as "ownerId",
       coalesce(due.worker_seen_at < now() - ${CONNECTED}, true) as "isNew"`,
    values,
  )
  return rows
}
