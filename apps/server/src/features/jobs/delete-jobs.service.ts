import { isInProgress } from '@millrace/contracts/job-states'
import type { Tx } from '@millrace/db/act'
import { removeResults, removeUnusedFiles, resultsOfJobs } from '#features/work-data/remove-files.service.ts'
import { Problem } from '#problem.ts'
import { releaseDependents } from './job-feeds.service.ts'
import * as store from './jobs.store.ts'

export async function deleteJob(tx: Tx, job: store.JobRow): Promise<void> {
  await requireNotReused(tx, [job.id])
  await releaseDependents(tx, [job], 'deleted')
  await store.remove(tx, job.id)
}

/**
 * Deletes a locked job and its results, and cancels the jobs that depend on the job. If the job is an execution, also
 * deletes all jobs below it and their results. Throws a Problem if one of these jobs is in progress or reused by other
 * executions, or if other jobs use one of the results.
 */
export async function deleteWithResults(tx: Tx, job: store.JobRow): Promise<void> {
  await releaseDependents(tx, [job], 'deleted')
  if (job.executor === 'engine') return removeExecution(tx, job)
  await requireNotReused(tx, [job.id])
  await removeResults(tx, job)
  await store.remove(tx, job.id)
}

async function removeExecution(tx: Tx, { id, ownerId }: store.JobRow): Promise<void> {
  const tree = await store.lockTree(tx, id)
  const busy = tree.find(({ state }) => isInProgress(state))
  if (busy) throw new Problem('action-not-offered', `The sub-job ${busy.name} is still in progress. Cancel it first.`)
  const ids = tree.map((job) => job.id)
  await requireNotReused(tx, ids)
  const results = await resultsOfJobs(tx, ids)
  await store.removeAll(tx, ids)
  await removeUnusedFiles(tx, ownerId, results)
  for (const below of ids) tx.changed({ type: 'Job', event: 'Deleted', id: below, ownerId })
}

/** Throws a Problem if another execution reuses one of the jobs. That execution shows the results as its own. */
async function requireNotReused(tx: Tx, ids: string[]): Promise<void> {
  const name = await store.reusedBy(tx, ids)
  if (name === undefined) return
  throw new Problem('action-not-offered', `Results of this job are reused by “${name}”. Delete that execution first.`)
}
