import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/**
 * Hashes of files that grow over several requests, so that complete files need not be read again to be hashed.
 * The hashes are kept in memory only. If another process has changed a file, for example another server on the same
 * storage, the file's hash is ignored and the file is read.
 */
export interface RunningHashes {
  /** Returns a hash of all bytes so far, which can be updated with further bytes. Undefined if unknown. */
  take(file: string): Promise<Hash | undefined>
  /** Keeps `hash`, which must cover exactly the bytes that the file has now. */
  keep(file: string, hash: Hash): Promise<void>
  forget(file: string): void
}

/** Maximum number of kept hashes, of about 1 kB each. Those of abandoned uploads are kept until maintenance. */
const HASHES_MAX = 10_000

/** Keeps the hashes of up to HASHES_MAX files and drops the oldest hash if there are more. */
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

/** Computes the SHA-256 of the first `bytes` bytes of a file, by default of the whole file. */
export async function readHash(file: string, bytes = Number.POSITIVE_INFINITY): Promise<Hash> {
  const hash = createHash('sha256')
  if (bytes === 0) return hash
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, end: bytes - 1 })) {
    hash.update(chunk as Buffer)
  }
  return hash
}
