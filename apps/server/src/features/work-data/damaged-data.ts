import { Problem } from '#problem.ts'

/** The stored bytes are not those that were taken in. */
export function damagedData(): Problem {
  return new Problem(
    'damaged-data',
    'The stored file is missing or does not have its size. An administrator can restore it from a backup.',
  )
}

/** For reads of a file that may be gone: undefined then, and any other fault as it is. */
export function missingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
