import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/**
 * The hashes of files that grow in several requests, so that a complete file need not be read again. They are only kept
 * in this process. A file that anything else changed in the meantime, such as another server on the same storage, no
 * longer matches and is read.
 */
export interface RunningHashes {
  /** The hash of all bytes of the file, ready for more. Undefined if it is not known. */
  take(file: string): Promise<Hash | undefined>
  /** Keeps a hash that includes exactly the bytes of the file. */
  keep(file: string, hash: Hash): Promise<void>
  forget(file: string): void
}

/** A hash needs about 1 kB. Abandoned uploads must not accumulate between two sweeps. */
const HASHES_MAX = 10_000

/** Hashes of up to 10,000 files. The one that was kept first is forgotten first. */
export function runningHashes(): RunningHashes {
  const kept = new Map<string, { hash: Hash; version: string }>()

  return {
    async take(file) {
      const known = kept.get(file)
      return known?.version === (await versionOf(file)) ? known?.hash.copy() : undefined
    },
    async keep(file, hash) {
      kept.delete(file)
      kept.set(file, { hash, version: await versionOf(file) })
      const [oldest] = kept.keys()
      if (kept.size > HASHES_MAX && oldest !== undefined) kept.delete(oldest)
    },
    forget: (file) => void kept.delete(file),
  }
}

async function versionOf(file: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(file, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join()
}

/** The SHA-256 of the first bytes of a file, or of all. */
export async function readHash(file: string, bytes = Number.POSITIVE_INFINITY): Promise<Hash> {
  const hash = createHash('sha256')
  if (bytes === 0) return hash
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, end: bytes - 1 })) {
    hash.update(chunk as Buffer)
  }
  return hash
}
