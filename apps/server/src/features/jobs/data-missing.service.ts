import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { isTerminal } from '@millrace/contracts/job-states'
import type { Tx } from '@millrace/db/act'
import { wakeQueuesOf } from '@millrace/dispatch/running-limit'
import type { Storage } from '@millrace/storage/storage'
import { EVERY_OWNER } from '#access/scope.ts'
import type { WorkDataFound } from '#features/work-data/work-data.rules.ts'
import { CANNOT_BE_READ, IS_DAMAGED } from './data-missing.rules.ts'
import { endJob } from './job-ends.service.ts'
import { parentFacts } from './job-facts.store.ts'
import * as setup from './job-setup.service.ts'
import * as slots from './job-slots.store.ts'
import * as store from './jobs.store.ts'

/*
 * DataMissing means that an input of an unfinished job is lost. If the work data was deleted, the slot is empty.
 * Otherwise, a worker could not fetch the stored bytes, or found that their SHA-256 hash is wrong. The job becomes
 * ready again when other data is chosen or when maintenance finds that the bytes have been restored.
 */

/**
 * Returns ids of jobs of all owners that wait for unreadable data: up to `limit` ids above `after`, in ascending order.
 */
export function jobsWithUnreadableData(tx: Tx, after: string, limit: number): Promise<string[]> {
  return store.missingData(tx, CANNOT_BE_READ, { after, limit })
}

/**
 * Returns ids of jobs of all owners that wait for damaged data: up to `limit` ids above `after`, in ascending order.
 */
export function jobsWithDamagedData(tx: Tx, after: string, limit: number): Promise<string[]> {
  return store.missingData(tx, IS_DAMAGED, { after, limit })
}

/** Moves a job to DataMissing because the bytes of an input are missing, incomplete or damaged. */
export async function reportUnusableInput(
  tx: Tx,
  jobId: string,
  data: Stored & { name: string },
  why: 'gone' | 'damaged',
) {
  const job = await store.lock(tx, EVERY_OWNER, jobId)
  const words = why === 'gone' ? CANNOT_BE_READ : IS_DAMAGED
  if (job)
    await moveToDataMissing(
      tx,
      job,
      words.replace('%', () => data.name),
    )
}

/** Moves a job to DataMissing if it is unfinished. The caller must hold the job's row lock. */
async function moveToDataMissing(tx: Tx, job: store.JobRow, reason: string): Promise<void> {
  if (isTerminal(job.state)) return
  await tx.setReason(reason)
  const noAttempt = { leaseToken: null, leaseUntil: null, progress: null, startedAt: null }
  await store.update(tx, job.id, { state: 'DataMissing', error: reason, ...noAttempt })
  tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
  await wakeQueuesOf(tx, [job.ownerId])
}

/** Removes work data from every slot that contains it. Unfinished jobs with one of these slots move to DataMissing. */
export async function removeInput(tx: Tx, data: { id: string; name: string }, reason: string): Promise<void> {
  for (const jobId of await slots.usersOf(tx, data.id)) {
    const job = await store.lock(tx, EVERY_OWNER, jobId)
    await slots.removeData(tx, jobId, data.id)
    if (job) await moveToDataMissing(tx, job, reason)
  }
}

/**
 * Makes a job ready again if `isGood` accepts all its inputs. Returns whether the job is ready. If the job is a run of
 * a running workflow, it is also queued, because no user would start it. Throws a Problem if the run can't start.
 * Requires a system transaction.
 */
export async function restoreIfIntact(
  tx: Tx,
  jobId: string,
  isGood: (data: Stored) => Promise<boolean>,
): Promise<boolean> {
  const job = await store.lock(tx, EVERY_OWNER, jobId)
  if (job?.state !== 'DataMissing') return false
  const inputs = await slots.inputsOf(tx, [job.id])
  if (inputs.length === 0) return false
  for (const { data } of inputs) if (!(await isGood(data))) return false
  await tx.setReason('Its data is readable again.')
  const settled = await setup.updateOpenState(tx, job)
  if (settled.state !== 'ReadyForProcessing') return false
  const { inRunningWorkflow } = (await parentFacts(tx, [job]))(job)
  if (inRunningWorkflow && job.executor === 'worker') await setup.start(tx, settled)
  return true
}

/** Ends a run in Error because it can't be queued, although its data is readable again. */
export async function endUnstartable(tx: Tx, jobId: string, reason: string): Promise<void> {
  const job = await store.lock(tx, EVERY_OWNER, jobId)
  if (job?.state === 'DataMissing') await endJob(tx, job, { state: 'Error', reason, error: reason })
}

/** Returns whether the stored bytes of work data exist and have the full length. */
export async function isReadable(storage: Storage, data: Stored): Promise<boolean> {
  return (await storage.stat(data.sha256))?.sizeInBytes === data.sizeInBytes
}

/** Whether the stored bytes equal the uploaded ones. Reads the whole file, so don't call it in a transaction. */
export async function isIntact(storage: Storage, data: Stored): Promise<boolean> {
  if (!(await isReadable(storage, data))) return false
  const hash = createHash('sha256')
  await pipeline(await storage.get(data.sha256), hash)
  return hash.digest('hex') === data.sha256
}

/** Returns the work data chosen for a job, ordered by slot. */
export async function inputsOf(tx: Tx, jobId: string): Promise<WorkDataFound[]> {
  return (await slots.inputsOf(tx, [jobId])).map((item) => item.data)
}

interface Stored {
  sha256: string
  sizeInBytes: number
}
