const STORED_FILE = 'The stored file of'

/** Patterns (SQL `like`) of the reasons why a job waits for a file that is still in its slot. */
export const CANNOT_BE_READ = `${STORED_FILE} % cannot be read.`
export const IS_DAMAGED = `${STORED_FILE} % is damaged. Choose other data, or ask an administrator to restore it from a backup.`

/** Returns the reason that a job shows while it waits because the work data of an input was deleted. */
export function dataDeleted(input: string): string {
  return `The work data for the input ${input} was deleted. Choose other data, and start the job.`
}
