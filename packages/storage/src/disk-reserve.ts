import { statfs } from 'node:fs/promises'
import { StorageFull } from './storage.ts'

const GB = 1_000_000_000
/** Number of bytes after which a stream checks the free space again. */
export const CHECK_BYTES = 8_000_000

/**
 * Keeps part of the volume free, because the database is often on the same volume and stops when it can no longer
 * write. By default, the reserve is 5 % of the volume, but at least 1 GB, and at most 10 % of the volume or 50 GB,
 * whichever is smaller.
 */
export function diskReserve(folder: string, configuredBytes: number | undefined) {
  let writing = 0

  async function room(): Promise<{ freeBytes: number; reserveBytes: number }> {
    const { bsize, blocks, bavail } = await statfs(folder)
    return { freeBytes: bavail * bsize, reserveBytes: configuredBytes ?? defaultReserve(blocks * bsize) }
  }

  return {
    room,

    /** Throws StorageFull if the running streams together could use part of the reserve before they check again. */
    async require(): Promise<void> {
      const { freeBytes, reserveBytes } = await room()
      // Without this upper limit, many streams on a small volume would keep much more space free than the reserve.
      const margin = Math.min(writing * CHECK_BYTES, reserveBytes)
      if (freeBytes - margin >= reserveBytes) return
      throw new StorageFull('The disk has only its reserve left.', { reserveBytes })
    },

    async during<T>(work: () => Promise<T>): Promise<T> {
      writing += 1
      return work().finally(() => {
        writing -= 1
      })
    },
  }
}

function defaultReserve(totalBytes: number): number {
  return Math.min(Math.max(totalBytes * 0.05, GB), totalBytes * 0.1, 50 * GB)
}
