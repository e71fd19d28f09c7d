import type { Tx } from '@millrace/db/act'
import type { JobOutputRow } from '@millrace/db/schema/jobs'
import { LIMITED_PLANS } from './claim.ts'
import { type LeasedJob, type Settlement, settlementColumns } from './lease.ts'
import type { WaitingQueue } from './running-limit.ts'

export type TaggedOutput = JobOutputRow & { tags: string[] }

/**
 * The jobs of a batch that the current transaction has locked. Jobs without a current lease and jobs that another
 * transaction had locked are left out.
 */
export type LockedBatch<Deferred> =
  | {
      isCompleted: true
      jobs: Pick<LeasedJob, 'id' | 'ownerId' | 'parentId'>[]
      waiting: WaitingQueue[]
      /**
       * The status of the execution that the transaction has to advance. Null if the runs among the jobs belong to no
       * execution or to several, or if the workflow engine advances the execution.
       */
      deferred: Deferred | null
    }
  | {
      isCompleted: false
      jobs: LeasedJob[]
      files: TaggedOutput[]
      /** Ids of the jobs that fill slots of other jobs. An id is listed once for each such slot. */
      feeds: string[]
    }

/**
 * Completes jobs. If one of them has or requires output files, or fills slots of other jobs, returns the jobs without
 * completing any. Undefined if no job could be locked (SQL: job-completions.ts in `db`).
 */
export async function completeJobs<Deferred>(
  tx: Tx,
  settlements: Settlement[],
): Promise<LockedBatch<Deferred> | undefined> {
  const { rows } = await tx.query<{ batch: LockedBatch<Deferred> | null }>(
    'select complete_jobs($1, $2, $3, $4, $5, $6) as batch',
    [...settlementColumns(settlements), LIMITED_PLANS],
  )
  return rows[0]?.batch ?? undefined
}
