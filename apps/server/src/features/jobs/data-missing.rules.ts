import type { JobRow } from '@millrace/db/schema/jobs'

const STORED_FILE = 'The stored file of'

/** Why a job waits for a file that is still in its slot, as patterns for SQL `like`. */
export const CANNOT_BE_READ = `${STORED_FILE} % cannot be read.`
export const IS_DAMAGED = `${STORED_FILE} % is damaged. Choose other data, or ask an administrator to restore it from a backup.`

/** Whether the job waits because work data was deleted from a slot. */
export function hasLostData({ state, error }: Pick<JobRow, 'state' | 'error'>): boolean {
  return state === 'DataMissing' && !error?.startsWith(STORED_FILE)
}
