const STORED_FILE = 'The stored file of'

/** Why a job waits for a file that is still in its slot, as patterns for SQL `like`. */
export const CANNOT_BE_READ = `${STORED_FILE} % cannot be read.`
export const IS_DAMAGED = `${STORED_FILE} % is damaged. Choose other data, or ask an administrator to restore it from a backup.`

/** Why a job waits whose input lost its work data. */
export function dataDeleted(input: string): string {
  return `The work data for the input ${input} was deleted. Choose other data, and start the job.`
}
