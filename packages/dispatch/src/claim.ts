import { LIMITS, PLANS, type Plan } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { WorkDataRow } from '@millrace/db/schema/work-data'

export interface ClaimOptions {
  stepIds: string[]
  max: number
  worker: string
  /** Only requests with this key may use the leases. */
  keyId: string
  /** Steps of other owners are ignored. */
  stepOwnerId: string
  perOwner?: number
  /**
   * Whether to skip rows that other transactions have locked. Set this if the current transaction already holds locks.
   */
  waitsForNone?: boolean
}

/** A job with its new lease and all data that its worker needs. */
export interface ClaimedJob
  extends Pick<
    ProcessingStepRow,
    'functionName' | 'version' | 'parameterSchema' | 'defaultParameters' | 'inputSlots' | 'outputSlots'
  > {
  id: string
  ownerId: string
  leaseToken: string
  attempt: number
  timeLimitSeconds: number
  plan: Plan
  /** The owner's used storage. If the plan limits storage, includes reservations and outputs of running jobs. */
  takenBytes: number
  name: string
  parameters: Record<string, unknown> | null
  stepId: string
  inputs: (Pick<WorkDataRow, 'name' | 'mediaType' | 'sizeInBytes' | 'sha256'> & {
    slot: number
    item: number
    folder: string | null
  })[]
}

const LIMITED = Object.entries(PLANS).flatMap(([plan, { runningJobs, jobSeconds }]) =>
  runningJobs === null ? [] : [{ plan, runningJobs, jobSeconds }],
)
/** Plans that limit how many jobs of an owner run at a time. */
export const LIMITED_PLANS = LIMITED.map(({ plan }) => plan)
const RUNNING_JOBS = LIMITED.map(({ runningJobs }) => runningJobs)
const JOB_SECONDS = LIMITED.map(({ jobSeconds }) => jobSeconds)

/**
 * Leases up to `max` waiting jobs of these steps to a worker (SQL: job-claims.ts in `db`). The caller must report the
 * changed jobs (`tx.changed`).
 */
export async function claim(tx: Tx, options: ClaimOptions): Promise<ClaimedJob[]> {
  const { stepIds, max, worker, keyId, stepOwnerId, perOwner, waitsForNone = false } = options
  const { rows } = await tx.query<{ job: ClaimedJob }>(
    `select claim_jobs($1, $2, $3, $4, $5::int * interval '1 ms', $6, $7, $8, $9, $10, $11, $12) as job`,
    [
      stepIds,
      max,
      worker,
      keyId,
      LIMITS.leaseMs,
      LIMITS.jobSecondsDefault,
      LIMITED_PLANS,
      RUNNING_JOBS,
      JOB_SECONDS,
      perOwner,
      stepOwnerId,
      !waitsForNone,
    ],
  )
  return rows.map((row) => row.job)
}

/** Returns the data with which `create_runs` may lease a new run to this worker (SQL: direct-leases.ts in `db`). */
export function directLeaseOptions({ stepIds, worker, keyId, stepOwnerId, perOwner }: ClaimOptions): object {
  const { leaseMs, jobSecondsDefault: defaultSeconds } = LIMITS
  return { stepIds, worker, keyId, stepOwnerId, perOwner, leaseMs, defaultSeconds, plans: LIMITED }
}
