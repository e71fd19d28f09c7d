import type { Deps } from '#deps.ts'
import { deleteAbandonedResources } from './abandoned-resources.store.ts'

/** Deletes the resources of deleted accounts and organizations. Never throws, because maintenance tries again later. */
export async function sweepAbandonedResources({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    const owners = await deleteAbandonedResources(db)
    if (owners > 0) log.info({ owners }, 'deleted the resources of deleted accounts')
  } catch (err) {
    log.warn({ err }, 'could not delete the resources of deleted accounts; retrying later')
  }
}
