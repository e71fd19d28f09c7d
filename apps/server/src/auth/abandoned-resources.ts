import { dropQueue } from '@millrace/dispatch/boss'
import type { Deps } from '#deps.ts'
import * as store from './abandoned-resources.store.ts'

/** Deletes the resources of deleted accounts and organizations. Never throws, because maintenance tries again later. */
export async function deleteAbandonedResources({ db, log, queue }: Pick<Deps, 'db' | 'log' | 'queue'>): Promise<void> {
  try {
    const { owners, stepIds } = await store.deleteAbandonedResources(db)
    for (const id of stepIds) await dropQueue(queue, id)
    if (owners > 0) log.info({ owners, steps: stepIds.length }, 'deleted the resources of deleted accounts')
  } catch (err) {
    log.warn({ err }, 'could not delete the resources of deleted accounts; retrying later')
  }
}
