import type { Tx } from '@millrace/db/act'
import type { JobOutputRow } from '@millrace/db/schema/jobs'
import { LIMITED_PLANS } from './claim.ts'
import { type LeasedJob, type Settlement, settlementColumns } from './lease.ts'
import type { WaitingQueue } from './running-limit.ts'

/** An output with the tags of its job. */
export type TaggedOutput = JobOutputRow & { tags: string[] }

/**
 * The jobs of a batch whose leases are current and that no other transaction had locked. The current transaction has
 * locked them.
 */
export type LockedBatch<Called> =
  | {
      isCompleted: true
      jobs: Pick<LeasedJob, 'id' | 'ownerId' | 'parentId'>[]
      waiting: WaitingQueue[]
      /** The status of the execution, if it was called and all runs among the jobs belong to it. */
      called: Called | null
    }
  | {
      isCompleted: false
      jobs: LeasedJob[]
      files: TaggedOutput[]
      /** Ids of the jobs that fill slots of other jobs, once for each slot. */
      feeds: string[]
    }

/**
 * Completes jobs, unless some of them have files to publish or slots to fill (the SQL is in `db`, job-completions.ts).
 */
export async function completeJobs<Called>(
  tx: Tx,
  settlements: Settlement[],
): Promise<LockedBatch<Called> | undefined> {
  const { rows } = await tx.query<{ batch: LockedBatch<Called> | null }>(
    'select complete_jobs($1, $2, $3, $4, $5, $6) as batch',
    [...settlementColumns(settlements), LIMITED_PLANS],
  )
  return rows[0]?.batch ?? undefined
}
