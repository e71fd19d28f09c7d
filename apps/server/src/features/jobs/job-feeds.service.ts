import type { Tx } from '@millrace/db/act'
import type { Queue } from '@millrace/dispatch/boss'
import { Problem } from '#problem.ts'
import * as setup from './job-setup.service.ts'
import * as slots from './job-slots.store.ts'
import * as store from './jobs.store.ts'

/**
 * Hands the results of a completed job to the jobs that wait for them, in the completing transaction. A job whose last
 * open slot was fed this way starts, if it was made to. Where a result does not fit, for the step was changed meanwhile,
 * the job stays open for its owner: that is no reason for the other one not to complete.
 */
export async function feedDependents(queue: Queue, tx: Tx, from: { id: string; ownerId: string }): Promise<void> {
  const feeds = await store.fedBy(tx, [from.id])
  if (feeds.length === 0) return
  const outputs = await slots.outputsOf(tx, [from.id])
  for (const feed of feeds) {
    const job = await store.lock(tx, feed.ownerId, feed.jobId)
    await store.removeFeeds(tx, feed.jobId, feed.slot)
    if (!job || (job.state !== 'Created' && job.state !== 'ReadyForProcessing')) continue
    const items = outputs.filter((output) => output.slot === feed.fromSlot)
    const ids = items.map((output) => output.data.id)
    await feedOne(queue, tx, job, { slot: feed.slot, ids }).catch(unlessRefused)
  }
}

/** What refuses does so before it changes anything. */
async function feedOne(queue: Queue, tx: Tx, job: store.JobRow, { slot, ids }: { slot: number; ids: string[] }) {
  const fed = await setup.fillSlot(tx, job, slot, ids)
  if (fed.state === 'ReadyForProcessing' && fed.startWhenFed) await setup.start(queue, tx, fed)
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Problem)) throw error
}

/** How a job ended, or went, that others waited for. */
const HOW = {
  canceled: 'was canceled',
  failed: 'was not made because that job failed',
  deleted: 'was not made because that job was deleted',
}

/** Ends the jobs that waited for jobs which will not complete, and those that waited for them. */
export async function releaseDependents(
  tx: Tx,
  from: { id: string; name: string }[],
  how: keyof typeof HOW,
): Promise<void> {
  const names = new Map(from.map(({ id, name }) => [id, name]))
  for (const feed of await store.fedBy(tx, [...names.keys()])) {
    const job = await store.lock(tx, feed.ownerId, feed.jobId)
    await store.removeFeeds(tx, feed.jobId, feed.slot)
    if (!job || (job.state !== 'Created' && job.state !== 'ReadyForProcessing')) continue
    const reason = `It waited for the result of ${names.get(feed.fromJobId)}, which ${HOW[how]}.`
    await tx.because(reason)
    await store.end(tx, [job.id], 'Canceled', reason)
    tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
    await releaseDependents(tx, [job], how)
  }
}
