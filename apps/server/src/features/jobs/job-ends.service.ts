import type { Tx } from '@millrace/db/act'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { releaseDependents } from './job-feeds.service.ts'
import * as store from './jobs.store.ts'

/** How a job ends if its worker doesn't end it. `error` is shown on the job, `reason` in its history. */
export interface Ending {
  state: 'Canceled' | 'Error'
  reason: string
  error: string | null
}

/**
 * Ends an unfinished job, which then no longer counts toward the owner's limit on running jobs. Cancels the job's
 * cascade. The lease token is void immediately, so no later write becomes visible. The caller must hold the row lock.
 */
export async function endJob(tx: Tx, job: store.JobRow, { state, reason, error }: Ending): Promise<void> {
  await tx.setReason(reason)
  await store.end(tx, [job.id], state, error)
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
  await cascadeEnd(tx, job, state === 'Canceled' ? 'canceled' : 'failed')
}

/**
 * Cancels the cascade of a failed or canceled job, in the transaction that ends the job. The cascade consists of the
 * jobs that depend on the job, and of its active sub-jobs (see `lockActiveSubJobs`).
 */
export async function cascadeEnd(tx: Tx, job: Ended, how: 'canceled' | 'failed'): Promise<void> {
  await releaseDependents(tx, [job], how)
  await cancelSubJobs(tx, [job])
  await wakeQueuesOf(tx, [job.ownerId])
}

type Ended = Pick<store.JobRow, 'id' | 'name' | 'ownerId'>

/** Cancels sub-jobs level by level, so that the number of statements grows only with the depth. */
async function cancelSubJobs(tx: Tx, parents: Ended[]): Promise<void> {
  const below = await store.lockActiveSubJobs(
    tx,
    parents.map((parent) => parent.id),
  )
  if (below.length === 0) return
  const byParent = Map.groupBy(below, (subJob) => subJob.parentId)
  for (const parent of parents) await cancelSubJobsOf(tx, parent, byParent.get(parent.id) ?? [])
  await releaseDependents(tx, below, 'canceled')
  await cancelSubJobs(tx, below)
}

async function cancelSubJobsOf(tx: Tx, parent: Ended, parts: Ended[]): Promise<void> {
  if (parts.length === 0) return
  const reason = `Its parent job “${parent.name}” has ended.`
  await tx.setReason(reason)
  await store.end(
    tx,
    parts.map((part) => part.id),
    'Canceled',
    reason,
  )
  for (const { id, ownerId } of parts) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
}
