import type { StepNetwork } from '@millrace/contracts/worker'
import type { Tx } from '@millrace/db/act'
import { CONNECTED } from '@millrace/db/shown-steps'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'

export interface SeenStep {
  [column: string]: unknown
  id: string
  ownerId: string
  /** Whether the step had no connected worker before. */
  isNew: boolean
}

/**
 * Records that a worker claims jobs of these steps. Skips steps that were recorded less than `pauseMs` ago or are
 * locked. Returns the recorded steps.
 */
export function recordClaim(tx: Tx, stepIds: string[], worker: string, pauseMs: number): Promise<SeenStep[]> {
  return seen(tx, 'id = any($3::uuid[])', [worker, pauseMs, stepIds])
}

/**
 * Refreshes the steps for which this worker was the last to claim jobs, so that they still count as having a connected
 * worker. Returns the refreshed steps. Called while the worker runs a job, because a busy worker makes no claims.
 */
export function recordRun(tx: Tx, worker: string, pauseMs: number): Promise<SeenStep[]> {
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

/** The number of steps whose jobs a worker claims, and the network access of these steps. */
export interface PresentClaim {
  steps: number
  stepNetwork: StepNetwork | null
}

/**
 * Records that a worker contacted the server, at most every 30 s unless the claim changed. `claim` is null if the
 * worker only runs a job. Deletes the key's workers that have been silent for 30 days, and keeps only the hundred
 * workers of the key that made contact most recently.
 */
export async function recordContact(
  tx: Tx,
  { keyId, name }: { keyId: string | undefined; name: string },
  claim: PresentClaim | null,
): Promise<void> {
  await tx.query(
    `with forgotten as (
       delete from worker where key_id = $1::uuid and name <> $2::text and (seen_at < now() - interval '30 days' or name in (
         select name from worker where key_id = $1::uuid and name <> $2 order by seen_at desc, name offset 99))
     )
     insert into worker (key_id, name, steps, step_network, seen_at)
       select id, $2::text, coalesce($3::int, 0), $4::text, now() from api_key where id = $1::uuid
     on conflict (key_id, name) do update
       set seen_at = now(), steps = coalesce($3::int, worker.steps), step_network = coalesce($4::text, worker.step_network)
       where worker.seen_at < now() - interval '30 s' or worker.steps is distinct from coalesce($3::int, worker.steps)
         or worker.step_network is distinct from coalesce($4::text, worker.step_network)`,
    [keyId ?? null, name, claim?.steps ?? null, claim?.stepNetwork ?? null],
  )
}

/** Returns how many workers of the system and of an owner have contacted the server recently. */
export async function connectedWorkers(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await tx.query<{ workers: number }>(
    `select count(*)::int as workers from worker join api_key on api_key.id = worker.key_id
     where api_key.owner_id in ($1, $2) and worker.seen_at > now() - ${CONNECTED}`,
    [SYSTEM_OWNER_ID, ownerId],
  )
  return rows[0]?.workers ?? 0
}
