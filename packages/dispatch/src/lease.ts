import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'

/** A worker's right to write: the job, the token of its current attempt, and the API key that claimed it. */
export interface LeaseKey {
  jobId: string
  token: string
  keyId: string | undefined
}

/**
 * The fence: true of the row only while this very lease is the current one, and asked by the key that claimed it. Jobs
 * that a server of an older version handed out name no key.
 */
const HELD = `job.id = $1 and job.lease_token = $2 and job.state = 'Processing' and (job.lease_key is null or job.lease_key = $3)`

function fenceOf({ jobId, token, keyId }: LeaseKey): [string, string, string | null] {
  return [jobId, token, keyId ?? null]
}

/** Prolongs the lease. Undefined when it is lost: the job was canceled, timed out or taken by another attempt. */
export async function heartbeat(
  tx: Tx,
  lease: LeaseKey,
  progress: number | undefined,
): Promise<{ ownerId: string; progress?: number } | undefined> {
  const { rows } = await tx.query<{ ownerId: string; before: number | null; after: number | null }>(
    `update job set lease_until = now() + make_interval(secs => $4), progress = coalesce($5, job.progress)
     from (select id, progress from job where id = $1 for update) as old
     where job.id = old.id and ${HELD}
     returning job.owner_id as "ownerId", old.progress as before, job.progress as after`,
    [...fenceOf(lease), LIMITS.leaseMs / 1000, progress ?? null],
  )
  const row = rows[0]
  return row && { ownerId: row.ownerId, ...(row.after !== null && row.after !== row.before && { progress: row.after }) }
}

export interface HeldJob {
  id: string
  ownerId: string
  createdBy: string
  stepId: string
  attempt: number
  turn: number
  name: string
  parameters: Record<string, unknown> | null
  outputsDeletable: boolean
}

/** Locks the job of a lease for a write that belongs to it. Undefined when the lease is lost. */
export async function holdLease(tx: Tx, lease: LeaseKey): Promise<HeldJob | undefined> {
  const { rows } = await tx.query<HeldJob & { [column: string]: unknown }>(
    `select id, owner_id as "ownerId", created_by as "createdBy", step_id as "stepId", attempt, turn, name, parameters,
       outputs_deletable as "outputsDeletable"
     from job where ${HELD} for update`,
    fenceOf(lease),
  )
  return rows[0]
}

/** Ends the job well. The caller made its outputs visible in the same transaction. False when the lease is lost. */
export async function complete(tx: Tx, lease: LeaseKey, result: unknown): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Completed', result = $4, completed_at = now(), progress = null, lease_token = null, lease_until = null
     where ${HELD}`,
    [...fenceOf(lease), result === undefined ? null : JSON.stringify(result)],
  )
  return rowCount === 1
}

/** Ends the job badly, with the sentence for people. False when the lease is lost. */
export async function fail(tx: Tx, lease: LeaseKey, message: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Error', error = $4, completed_at = now(), lease_token = null, lease_until = null where ${HELD}`,
    [...fenceOf(lease), message],
  )
  return rowCount === 1
}

/** Takes the job back from a worker that returned it or failed for now. The caller queues it again. */
export async function giveBack(tx: Tx, lease: LeaseKey): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Pending', progress = null, lease_token = null, lease_until = null where ${HELD}`,
    fenceOf(lease),
  )
  return rowCount === 1
}
