import type { Deps } from '#deps.ts'
import { removeAbandoned } from './abandoned.store.ts'

/** Removes what deleted accounts and organizations left. Never throws: what is left over is tried again by the maintenance. */
export async function sweepAbandoned({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  try {
    const owners = await removeAbandoned(db)
    if (owners > 0) log.info({ owners }, 'what deleted accounts owned was removed')
  } catch (err) {
    log.warn({ err }, 'what deleted accounts owned was not removed; it is tried again')
  }
}
