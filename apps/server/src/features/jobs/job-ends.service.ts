import type { Tx } from '@millrace/db/act'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import { releaseDependents } from './job-feeds.service.ts'
import * as store from './jobs.store.ts'

/** How somebody ends a job from outside. `error` is what the job shows, `reason` what its history says. */
export interface Ending {
  state: 'Canceled' | 'Error'
  reason: string
  error: string | null
}

/**
 * Ends a job that is not over, and what hangs on it: its sub-jobs that are under way are canceled, jobs that wait for
 * its result are let go, and the place it took in its owner's plan is free. The lease token is void at once, so nothing
 * a worker still writes can become visible. The caller holds the job's lock.
 */
export async function endJob(tx: Tx, job: store.JobRow, { state, reason, error }: Ending): Promise<void> {
  await tx.because(reason)
  await store.end(tx, [job.id], state, error)
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
  await cascadeEnd(tx, job, state === 'Canceled' ? 'canceled' : 'failed')
}

/** What follows when a job has ended otherwise than well, in the transaction that ends it. */
export async function cascadeEnd(tx: Tx, job: Ended, how: 'canceled' | 'failed'): Promise<void> {
  await releaseDependents(tx, [job], how)
  await cancelSubJobs(tx, [job])
  await wakeQueuesOf(tx, job.ownerId)
}

type Ended = Pick<store.JobRow, 'id' | 'name' | 'ownerId'>

/** One level after the other: the number of statements follows from the number of parents, not of their sub-jobs. */
async function cancelSubJobs(tx: Tx, parents: Ended[]): Promise<void> {
  const below = await store.lockUnderWayBelow(
    tx,
    parents.map((parent) => parent.id),
  )
  if (below.length === 0) return
  const byParent = Map.groupBy(below, (subJob) => subJob.parentId)
  for (const parent of parents) await cancelPartsOf(tx, parent, byParent.get(parent.id) ?? [])
  await releaseDependents(tx, below, 'canceled')
  await cancelSubJobs(tx, below)
}

async function cancelPartsOf(tx: Tx, parent: Ended, parts: Ended[]): Promise<void> {
  if (parts.length === 0) return
  const reason = `${parent.name}, of which it is a part, was ended.`
  await tx.because(reason)
  await store.end(
    tx,
    parts.map((part) => part.id),
    'Canceled',
    reason,
  )
  for (const { id, ownerId } of parts) tx.changed({ type: 'Job', event: 'Changed', id, ownerId })
}
