import type { Tx } from '@millrace/db/act'
import type { Queue } from '@millrace/dispatch/boss'
import * as setup from './job-setup.ts'
import * as slots from './job-slots.store.ts'
import * as store from './jobs.store.ts'

/**
 * Hands the results of a completed job to the jobs that wait for them, in the completing transaction. A job whose last
 * open slot was fed this way starts, if it was made to.
 */
export async function feedDependents(queue: Queue, tx: Tx, from: { id: string; ownerId: string }): Promise<void> {
  const feeds = await store.fedBy(tx, from.id)
  if (feeds.length === 0) return
  const outputs = await slots.outputsOf(tx, [from.id])
  for (const feed of feeds) {
    const job = await store.lock(tx, feed.ownerId, feed.jobId)
    await store.removeFeed(tx, feed.jobId, feed.slot)
    if (!job || (job.state !== 'Created' && job.state !== 'ReadyForProcessing')) continue
    const items = outputs.filter((output) => output.slot === feed.fromSlot)
    const fed = await setup.fillSlot(
      tx,
      job,
      feed.slot,
      items.map((output) => output.data.id),
    )
    if (fed.state === 'ReadyForProcessing' && fed.startWhenFed) await setup.start(queue, tx, fed)
  }
}

/** Ends the jobs that waited for a job which will not complete, and those that waited for them. */
export async function releaseDependents(
  tx: Tx,
  from: { id: string; name: string },
  how: 'canceled' | 'failed',
): Promise<void> {
  for (const feed of await store.fedBy(tx, from.id)) {
    const job = await store.lock(tx, feed.ownerId, feed.jobId)
    await store.removeFeed(tx, feed.jobId, feed.slot)
    if (!job || (job.state !== 'Created' && job.state !== 'ReadyForProcessing')) continue
    const reason = `It waited for the result of ${from.name}, which was ${how === 'failed' ? 'not made because that job failed' : 'canceled'}.`
    await tx.because(reason)
    await store.end(tx, job.id, 'Canceled', reason)
    tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
    await releaseDependents(tx, job, how)
  }
}
