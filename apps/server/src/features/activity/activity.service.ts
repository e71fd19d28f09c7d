import type { ActivityEntry } from '@millrace/contracts/activity'
import { asSystem } from '@millrace/db/act'
import type { Deps } from '#deps.ts'
import * as store from './activity.store.ts'

export type ActivityService = ReturnType<typeof activityService>

const EXPORT_BATCH = 1000
const RETENTION_BATCH = 10_000

/** Reads the activity log. Most of its entries are written by triggers (activity-log.ts in the package `db`). */
export function activityService({ db }: Pick<Deps, 'db'>) {
  return {
    list: (filter: store.ActivityFilter, page: store.ActivityPage): Promise<ActivityEntry[]> =>
      asSystem(db, (tx) => store.list(tx, filter, page)),

    /** Yields the entries in batches, oldest first, so that an export of any length needs little memory. */
    async *all(filter: store.ActivityFilter): AsyncGenerator<ActivityEntry[]> {
      let after: ActivityEntry | undefined
      do {
        const limit = { after, limit: EXPORT_BATCH }
        const batch = await asSystem(db, (tx) => store.listAfter(tx, filter, limit))
        yield batch
        after = batch.length < EXPORT_BATCH ? undefined : batch.at(-1)
      } while (after)
    },
  }
}

/** Deletes entries older than ACTIVITY_RETENTION_DAYS, unless that is 0. */
export async function deleteOldActivity({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  const days = env.ACTIVITY_RETENTION_DAYS
  if (days === 0) return
  const deleteBatch = () => asSystem(db, (tx) => store.deleteOlderThan(tx, days, RETENTION_BATCH))
  while ((await deleteBatch()) === RETENTION_BATCH);
}
