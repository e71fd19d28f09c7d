import type { Readable } from 'node:stream'
import { type PutOptions, type Storage, StorageFull, type StoredObject, TooLarge } from '@millrace/storage/storage'
import { freeChunk } from '#chunk-memory.ts'
import { formatBytes } from '#features/owners/owners.rules.ts'
import { Problem } from '#problem.ts'

/**
 * Stores content. Throws a Problem if the disk is full, and the error that `tooLarge` returns if the content is larger
 * than `maxBytes`.
 */
export async function storeContent(
  storage: Storage,
  content: Readable,
  { tooLarge, ...options }: PutOptions & { tooLarge?: () => Error } = {},
): Promise<StoredObject> {
  try {
    return await storage.put(content, { ...options, written: freeChunk })
  } catch (cause) {
    if (cause instanceof TooLarge && tooLarge) throw tooLarge()
    if (!(cause instanceof StorageFull)) throw cause
    const { reserveBytes } = cause
    const why =
      reserveBytes === undefined ? 'is full' : `has less than its reserve of ${formatBytes(reserveBytes)} left`
    throw new Problem('storage-full', `The server’s disk ${why}. Nothing was stored. Contact an administrator.`, {
      cause,
    })
  }
}
