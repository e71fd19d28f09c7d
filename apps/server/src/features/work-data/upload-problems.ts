import { StorageFull } from '@millrace/storage/storage'
import { Problem } from '#problem.ts'

/** Throws a Problem if the disk is full or the connection was lost. Throws other errors as they are. */
export function asProblem(cause: unknown, position?: string): never {
  if (cause instanceof StorageFull) {
    const detail = ['The server’s disk is full. Contact an administrator.', position].filter(Boolean).join(' ')
    throw new Problem('storage-full', detail, { cause })
  }
  const { code, message } = cause as NodeJS.ErrnoException
  const isCutOff = /aborted|premature/i.test(message) || /^(ECONNRESET|ERR_STREAM|EPIPE)/.test(code ?? '')
  if (cause instanceof Problem || !isCutOff) throw cause
  throw new Problem('conflict', 'The connection was lost. Request the offset and continue there.', { cause })
}
