import type { Tx } from '@millrace/db/act'
import { EVERY_OWNER } from '#access/scope.ts'
import { removeUsage } from '#features/owners/owners.service.ts'
import { Problem } from '#problem.ts'
import { showPredecessors } from './versions.service.ts'
import type { WorkDataFound } from './work-data.rules.ts'
import * as store from './work-data.store.ts'

/**
 * Deletes locked rows of one owner and updates the owner's used storage. Makes the predecessors of deleted versions
 * visible.
 */
export async function removeFiles(tx: Tx, ownerId: string, rows: WorkDataFound[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await store.remove(tx, ids)
  await removeUsage(tx, ownerId, rows)
  for (const id of ids) tx.changed({ type: 'WorkData', event: 'Deleted', id, ownerId })
  await showPredecessors(tx, ownerId, rows)
}

/** Deletes all results of a job, including protected ones. Throws a Problem if another job uses one of them. */
export async function removeResults(tx: Tx, job: { id: string; ownerId: string }): Promise<void> {
  await removeUnusedFiles(tx, job.ownerId, await store.resultsOf(tx, [job.id]))
}

/** Returns the ids of the results of jobs. Call this before deleting the jobs. */
export const resultsOfJobs = (tx: Tx, jobIds: string[]): Promise<string[]> => store.resultsOf(tx, jobIds)

const FILES_PER_STATEMENT = 5000

/** Deletes work data of an owner, including protected files. Throws a Problem if a job uses one of them. */
export async function removeUnusedFiles(tx: Tx, ownerId: string, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += FILES_PER_STATEMENT) {
    const rows = await store.findMany(tx, EVERY_OWNER, ids.slice(start, start + FILES_PER_STATEMENT), 'update')
    await removeIfUnused(tx, ownerId, rows)
  }
}

async function removeIfUnused(tx: Tx, ownerId: string, rows: WorkDataFound[]): Promise<void> {
  const used = rows.find((row) => row.isUsed)
  if (used) throw new Problem('action-not-offered', resultInUse(used.name))
  await removeFiles(tx, ownerId, rows)
}

/** Returns why a job cannot be deleted with its results. */
export async function whyNotDeletable(tx: Tx, jobId: string): Promise<string> {
  const rows = await store.findMany(tx, EVERY_OWNER, await store.resultsOf(tx, [jobId]))
  return resultInUse(rows.find((row) => row.isUsed)?.name ?? 'A result')
}

function resultInUse(name: string): string {
  return `${name}, a result of this job, is an input of another job. Delete that job first.`
}
