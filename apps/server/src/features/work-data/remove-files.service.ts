import type { Tx } from '@millrace/db/act'
import { EVERY_OWNER } from '#access/scope.ts'
import { removeUsage } from '#features/owners/owners.service.ts'
import { Problem } from '#problem.ts'
import type { WorkDataFound } from './work-data.rules.ts'
import * as store from './work-data.store.ts'

/** Deletes locked rows of one owner, and stops counting content that the owner no longer uses. */
export async function removeFiles(tx: Tx, ownerId: string, rows: WorkDataFound[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await store.remove(tx, ids)
  await removeUsage(tx, ownerId, rows)
  for (const id of ids) tx.changed({ type: 'WorkData', event: 'Deleted', id, ownerId })
}

/** Deletes all results of a job, protected or not. Refuses if another job uses one of them. */
export async function removeResults(tx: Tx, job: { id: string; ownerId: string }): Promise<void> {
  const rows = await store.findMany(tx, EVERY_OWNER, await store.resultsOf(tx, job.id), 'update')
  const [used] = rows.filter((row) => row.isUsed)
  if (used) throw new Problem('action-not-offered', resultInUse(used.name))
  await removeFiles(tx, job.ownerId, rows)
}

/** The reason that a job cannot be deleted with its results. */
export async function whyResultsStay(tx: Tx, jobId: string): Promise<string> {
  const rows = await store.findMany(tx, EVERY_OWNER, await store.resultsOf(tx, jobId))
  return resultInUse(rows.find((row) => row.isUsed)?.name ?? 'A result')
}

function resultInUse(name: string): string {
  return `${name}, a result of this job, is an input of another job. Delete that job first.`
}
