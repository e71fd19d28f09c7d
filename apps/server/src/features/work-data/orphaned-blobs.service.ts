import { asSystem, type Tx } from '@millrace/db/act'
import type { Storage } from '@millrace/storage/storage'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import * as store from './work-data.store.ts'

/*
 * Bytes are in the store before a row names them, and stay when the last row that named them is gone. A day later, which
 * is longer than any upload or job output is on its way, they are unlinked.
 *
 * Equal bytes are one object, so an upload may bring anew what is just being unlinked. Therefore whoever is about to
 * name bytes holds a shared lock of their hash until its commit and looks whether they are there; whoever unlinks holds
 * the lock alone, and looks whether nothing names them and whether they are still old. Either the row is seen and the
 * bytes stay, or the bytes are missed and the row is not made.
 */
const DAY_MS = 86_400_000
const AT_ONCE = 500

/** Call it in the transaction that makes rows naming these bytes. Nobody unlinks them until it commits. */
export async function holdBlobs(tx: Tx, storage: Storage, sha256s: string[]): Promise<void> {
  await store.lockBlobs(tx, sha256s)
  for (const sha256 of sha256s) {
    if (await storage.stat(sha256)) continue
    const detail = 'The content was removed before the upload was recorded. Nothing was stored; send it again.'
    throw new Problem('busy', detail, { retryAfterSeconds: 1 })
  }
}

/** Unlinks what nothing has named for a day, and what uploads that a crash ended have left. */
export async function sweepOrphanedBlobs({ db, storage, now }: Pick<Deps, 'db' | 'storage' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - DAY_MS)
  await asSystem(db, store.removeDeadOutputs)
  await storage.sweepUnfinished(before)
  for await (const sha256s of inBatches(storage.olderThan(before))) {
    for (const sha256 of await asSystem(db, (tx) => store.orphanedAmong(tx, sha256s))) {
      await asSystem(db, (tx) => unlinkOrphan(tx, storage, { sha256, before }))
    }
  }
}

async function unlinkOrphan(tx: Tx, storage: Storage, { sha256, before }: { sha256: string; before: Date }) {
  if (!(await store.lockBlobExclusively(tx, sha256))) return
  if ((await store.orphanedAmong(tx, [sha256])).length === 0) return
  const found = await storage.stat(sha256)
  if (found && found.storedAt < before) await storage.delete(sha256)
}

async function* inBatches(names: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = []
  for await (const name of names) {
    batch.push(name)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
