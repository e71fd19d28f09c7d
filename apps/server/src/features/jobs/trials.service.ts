import { LIMITS } from '@millrace/contracts/limits'
import { asSystem, type Tx } from '@millrace/db/act'
import type { JobRow } from '@millrace/db/schema/jobs'
import type { Deps } from '#deps.ts'
import { removeResults } from '../work-data/remove-files.service.ts'
import { releaseDependents } from './job-feeds.service.ts'
import { remove } from './jobs.store.ts'
import * as trials from './trials.store.ts'

/*
 * A trial run and its results are hidden. They are deleted after a week, unless a user unhides one of them or another
 * job uses a result.
 */

const BATCH = 200
const NO_ID = '00000000-0000-0000-0000-000000000000'
const DAY_MS = 24 * 3_600_000

/** Shows or hides the results of a trial. Call this when the trial is shown or hidden. */
export async function showResults(tx: Tx, job: JobRow, shown: boolean): Promise<void> {
  for (const id of await trials.setResultsHidden(tx, job.id, !shown))
    tx.changed({ type: 'WorkData', event: 'Changed', id, ownerId: job.ownerId })
}

/** Deletes old trials that nobody kept, with their results. A failed deletion does not stop other deletions. */
export async function deleteOldTrials({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - LIMITS.trialDays * DAY_MS)
  for (let after = NO_ID; ; ) {
    const ids = await asSystem(db, (tx) => trials.oldTrials(tx, { before, after, limit: BATCH }))
    for (const id of ids) {
      await asSystem(db, (tx) => deleteTrial(tx, id, before)).catch((err: unknown) =>
        log.warn({ err, job: id }, 'deleting a trial failed; trying again'),
      )
    }
    if (ids.length < BATCH) return
    after = ids.at(-1) ?? NO_ID
  }
}

async function deleteTrial(tx: Tx, id: string, before: Date): Promise<void> {
  const job = await trials.lockOldTrial(tx, id, before)
  if (!job) return
  await releaseDependents(tx, [job], 'deleted')
  await removeResults(tx, job)
  await remove(tx, id)
  tx.changed({ type: 'Job', event: 'Deleted', id, ownerId: job.ownerId })
}
