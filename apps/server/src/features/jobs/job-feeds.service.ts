import type { Tx } from '@millrace/db/act'
import { Problem } from '#problem.ts'
import * as setup from './job-setup.service.ts'
import * as slots from './job-slots.store.ts'
import * as store from './jobs.store.ts'

/**
 * Fills input slots of dependent jobs with the results of completed jobs, in the transaction that completes those jobs.
 * Then starts the dependent jobs that are ready and have `startWhenFed`. If a result no longer fits a slot, the slot
 * stays empty, and the transaction continues.
 */
export async function feedDependents(tx: Tx, completed: string[]): Promise<void> {
  const feeds = await store.fedBy(tx, completed)
  if (feeds.length === 0) return
  const outputs = await slots.outputsOf(
    tx,
    feeds.map((feed) => feed.fromJobId),
  )
  for (const feed of feeds) {
    const job = await store.lock(tx, { owner: feed.ownerId }, feed.jobId)
    await store.removeFeeds(tx, feed.jobId, feed.slot)
    if (!job || (job.state !== 'Created' && job.state !== 'ReadyForProcessing')) continue
    const items = outputs.filter(({ jobId, slot }) => jobId === feed.fromJobId && slot === feed.fromSlot)
    const ids = items.map((output) => output.data.id)
    await fillAndStart(tx, job, { slot: feed.slot, ids }).catch(unlessRefused)
  }
}

/**
 * Fills one slot. Starts the job if it is then ready and has `startWhenFed`. If the data does not fit, nothing changes.
 * If only the start is refused, the slot stays filled.
 */
async function fillAndStart(tx: Tx, job: store.JobRow, { slot, ids }: { slot: number; ids: string[] }) {
  const fed = await setup.fillSlot(tx, job, slot, ids)
  if (fed.state === 'ReadyForProcessing' && fed.startWhenFed) await setup.start(tx, fed)
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Problem)) throw error
}

const HOW = {
  canceled: 'was canceled',
  failed: 'was not created because that job failed',
  deleted: 'was not created because that job was deleted',
}

/** Cancels the jobs that depend on the jobs `from`, then the jobs that depend on the canceled jobs, and so on. */
export async function releaseDependents(
  tx: Tx,
  from: { id: string; name: string }[],
  how: keyof typeof HOW,
): Promise<void> {
  const names = new Map(from.map(({ id, name }) => [id, name]))
  for (const feed of await store.fedBy(tx, [...names.keys()])) {
    const job = await store.lock(tx, { owner: feed.ownerId }, feed.jobId)
    await store.removeFeeds(tx, feed.jobId, feed.slot)
    if (!job || (job.state !== 'Created' && job.state !== 'ReadyForProcessing')) continue
    const reason = `It waited for the result of ${names.get(feed.fromJobId)}, which ${HOW[how]}.`
    await tx.setReason(reason)
    await store.end(tx, [job.id], 'Canceled', reason)
    tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
    await releaseDependents(tx, [job], how)
  }
}
