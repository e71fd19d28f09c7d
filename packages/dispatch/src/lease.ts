import { LIMITS } from '@millrace/contracts/limits'
import type { FailedParameter } from '@millrace/contracts/worker'
import type { Tx } from '@millrace/db/act'
import { LEASED_JOB, type LeasedJob } from '@millrace/db/leased-job'
import { enqueue, QUEUED, type QueuedJob } from './enqueue.ts'

export type { LeasedJob }

/** A worker's right to write to a job: the token of the current attempt, and the API key that claimed the job. */
export interface LeaseKey {
  jobId: string
  token: string
  keyId: string | undefined
}

/**
 * The fence: true only if this is the job's current lease and the request uses the key that claimed the job. The fence
 * does not compare the state, because a job has a lease only while a worker runs it (constraint `job_lease`). With a
 * condition on the state, and statistics from a time when no job was running, the planner would use the index
 * `job_running`. Each heartbeat would then read every running job.
 */
const HELD = `job.id = $1 and job.lease_token = $2 and job.lease_until is not null and job.lease_key = $3`

function fenceOf({ jobId, token, keyId }: LeaseKey): [string, string, string | null] {
  return [jobId, token, keyId ?? null]
}

/**
 * Renews the lease and stores the progress. Returns the job’s owner and worker, and the progress if it has changed.
 * Undefined if the lease is lost or the attempt has reached its time limit.
 */
export async function heartbeat(
  tx: Tx,
  lease: LeaseKey,
  progress: number | undefined,
): Promise<{ ownerId: string; worker: string; progress?: number } | undefined> {
  const { rows } = await tx.query<{ ownerId: string; worker: string; before: number | null; after: number | null }>(
    `update job set lease_until = now() + make_interval(secs => $4), progress = coalesce($5, job.progress)
     from (select id, progress from job where id = $1 for update) as old
     where job.id = old.id and ${HELD} and job.run_until > now()
     returning job.owner_id as "ownerId", job.worker, old.progress as before, job.progress as after`,
    [...fenceOf(lease), LIMITS.leaseMs / 1000, progress ?? null],
  )
  const row = rows[0]
  if (!row) return undefined
  const { ownerId, worker, before, after } = row
  return { ownerId, worker, ...(after !== null && after !== before && { progress: after }) }
}

const STEP = 'join processing_step as step on step.id = job.step_id'

type LeasedRow = LeasedJob & { [column: string]: unknown }

/** Locks the leased job for a write. Undefined if the lease is lost. */
export async function lockLeasedJob(tx: Tx, lease: LeaseKey): Promise<LeasedJob | undefined> {
  const { rows } = await tx.query<LeasedRow>(
    `select ${LEASED_JOB} from job ${STEP} where ${HELD} for update of job`,
    fenceOf(lease),
  )
  return rows[0]
}

/** Like `HELD`, for several leases. Each lease is a row of `held`. */
const ALL_HELD = `job.id = held.id and job.lease_token = held.token and job.lease_key = held.key and job.lease_until is not null`

export interface Settlement {
  lease: LeaseKey
  /** Any JSON value. It becomes the job's `Result`. */
  result?: unknown
  /** Absent or 0 if it was not measured. */
  peakMemoryBytes?: number | undefined
}

/** Returns the settlements as one array per column: ids, tokens, keys, results and memory. */
export function settlementColumns(settlements: Settlement[]): unknown[][] {
  return [
    settlements.map(({ lease }) => lease.jobId),
    settlements.map(({ lease }) => lease.token),
    settlements.map(({ lease }) => lease.keyId ?? null),
    settlements.map(({ result }) => (result === undefined ? null : JSON.stringify(result))),
    settlements.map(({ peakMemoryBytes }) => peakMemoryBytes ?? null),
  ]
}

/**
 * Completes jobs in one statement and returns the ids of jobs whose leases were current. The caller must have published
 * the outputs of these jobs in the same transaction.
 */
export async function complete(tx: Tx, settlements: Settlement[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `update job set state = 'Completed', result = held.result::jsonb, peak_memory_bytes = nullif(held.memory, 0),
       completed_at = now(), progress = null, lease_token = null, lease_until = null
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[]) as held(id, token, key, result, memory)
     where ${ALL_HELD}
     returning job.id`,
    settlementColumns(settlements),
  )
  return new Set(rows.map((row) => row.id))
}

/** Why a job ended in Error, and the parameter that caused the error, if any. */
export interface FinalFailure {
  message: string
  parameter?: FailedParameter | undefined
}

/** Ends the job in Error. Returns false if the lease is lost. */
export async function fail(tx: Tx, lease: LeaseKey, { message, parameter }: FinalFailure): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job set state = 'Error', error = $4, failed_parameter = $5,
       completed_at = now(), progress = null, lease_token = null, lease_until = null
     where ${HELD}`,
    [...fenceOf(lease), message, parameter ? JSON.stringify(parameter) : null],
  )
  return rowCount === 1
}

/**
 * Puts the job back into its queue, where it keeps its turn and can be claimed after the pause. Returns an empty array
 * if the lease is lost.
 */
export function releaseLease(tx: Tx, lease: LeaseKey, pauseMs: number): Promise<QueuedJob[]> {
  const text = `update job set state = 'Pending', progress = null, lease_token = null, lease_until = null
    where ${HELD} returning ${QUEUED}`
  return enqueue(tx, { text, values: fenceOf(lease) }, pauseMs)
}
