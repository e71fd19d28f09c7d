import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'

/** A worker's right to write: the job and the token of its current attempt. */
export interface LeaseKey {
  jobId: string
  token: string
}

/** The fence: true of the row only while this very lease is the current one. `$1` is the job, `$2` the token. */
const HELD = `id = $1 and lease_token = $2 and state = 'Processing'`

/** Prolongs the lease. Undefined when it is lost: the job was canceled, timed out or taken by another attempt. */
export async function heartbeat(
  tx: Tx,
  lease: LeaseKey,
  progress: number | undefined,
): Promise<{ ownerId: string; progressed: boolean } | undefined> {
  const { rows } = await tx.query<{ ownerId: string; before: number | null; after: number | null }>(
    `update job set lease_until = now() + make_interval(secs => $3), progress = coalesce($4, job.progress)
     from (select id, progress from job where id = $1 for update) as old
     where job.id = old.id and job.id = $1 and job.lease_token = $2 and job.state = 'Processing'
     returning job.owner_id as "ownerId", old.progress as before, job.progress as after`,
    [lease.jobId, lease.token, LIMITS.leaseMs / 1000, progress ?? null],
  )
  const row = rows[0]
  return row && { ownerId: row.ownerId, progressed: row.before !== row.after }
}

export interface HeldJob {
  id: string
  ownerId: string
  createdBy: string
  stepId: string
  attempt: number
  name: string
  parameters: Record<string, unknown> | null
  outputsDeletable: boolean
}

/** Locks the job of a lease for a write that belongs to it. Undefined when the lease is lost. */
export async function holdLease(tx: Tx, lease: LeaseKey): Promise<HeldJob | undefined> {
  const { rows } = await tx.query<HeldJob & { [column: string]: unknown }>(
    `select id, owner_id as "ownerId", created_by as "createdBy", step_id as "stepId", attempt, name, parameters,
       outputs_deletable as "outputsDeletable"
     from job where ${HELD} for update`,
    [lease.jobId, lease.token],
  )
  return rows[0]
}

/** Ends the job well. The caller made its outputs visible in the same transaction. False when the lease is lost. */
export async function complete(tx: Tx, lease: LeaseKey, result: unknown): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Completed', result = $3, completed_at = now(), progress = null, lease_token = null, lease_until = null
     where ${HELD}`,
    [lease.jobId, lease.token, result === undefined ? null : JSON.stringify(result)],
  )
  return rowCount === 1
}

/** Ends the job badly, with the sentence for people. False when the lease is lost. */
export async function fail(tx: Tx, lease: LeaseKey, message: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Error', error = $3, completed_at = now(), lease_token = null, lease_until = null where ${HELD}`,
    [lease.jobId, lease.token, message],
  )
  return rowCount === 1
}

/** Takes the job back from a worker that returned it or failed for now. The caller queues it again. */
export async function giveBack(tx: Tx, lease: LeaseKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Pending', progress = null, lease_token = null, lease_until = null where ${HELD}`,
    [lease.jobId, lease.token],
  )
  return rowCount === 1
}
