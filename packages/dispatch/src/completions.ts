import type { Tx } from '@millrace/db/act'
import type { JobOutputRow } from '@millrace/db/schema/jobs'
import { LIMITED_PLANS } from './claim.ts'
import { type LeasedJob, type Settlement, settlementColumns } from './lease.ts'
import type { WaitingQueue } from './running-limit.ts'

/** An output, and the tags of its job. */
export type TaggedOutput = JobOutputRow & { tags: string[] }

/** The leased jobs of a batch that no other transaction has locked. They are locked now. */
export type LockedBatch<Called> =
  | {
      isCompleted: true
      jobs: Pick<LeasedJob, 'id' | 'ownerId' | 'parentId'>[]
      waiting: WaitingQueue[]
      /** How their execution stands, if all runs among them belong to one, and it was called. */
      called: Called | null
    }
  | {
      isCompleted: false
      jobs: LeasedJob[]
      files: TaggedOutput[]
      /** The jobs that fill slots of others, once for each slot. */
      feeds: string[]
    }

/** Completes jobs, unless some have files to publish or slots to fill (the SQL is in `db`, job-completions.ts). */
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
