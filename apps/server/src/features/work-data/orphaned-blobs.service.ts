import { asSystem, type Tx } from '@millrace/db/act'
import type { Storage } from '@millrace/storage/storage'
import type { Deps } from '#deps.ts'
import { Problem } from '#problem.ts'
import { PARTIAL_UPLOAD_KEPT_MS, removeExpiredReservations } from '../owners/storage-reservation.service.ts'
import { contentInFlight } from './content-in-flight.ts'
import * as orphans from './orphaned-blobs.store.ts'
import * as store from './work-data.store.ts'

/*
 * Blobs are stored before a row refers to them, and remain when the last such row is deleted. When a request is
 * rejected or aborted, the blobs that it stored are deleted immediately. Maintenance deletes other orphaned blobs once
 * they are so old that no upload or job output can still be in progress.
 *
 * Equal content is stored once, so an upload may store content that is being deleted at that moment. A transaction that
 * inserts a row for a blob therefore holds a shared lock on its hash until the commit, and checks that the blob exists.
 * Deletion holds the lock exclusively, and checks that no row refers to the blob and that the blob is still old. Either
 * the deletion sees the row and keeps the blob, or the transaction does not find the blob and inserts no row.
 */
const DAY_MS = 86_400_000
const ORPHAN_MS = 1_200_000
const BLOBS_PER_BATCH = 500

/** Locks blobs, so that they cannot be deleted before the transaction that inserts rows for them commits. */
export async function lockStoredBlobs(tx: Tx, storage: Storage, sha256s: string[]): Promise<void> {
  await lockBlobs(tx, sha256s)
  await requireBlobs(storage, sha256s)
}

/** Locks blobs whose content may not be stored yet. The first half of `lockStoredBlobs`. */
export const lockBlobs = store.lockBlobs

/** Throws a Problem if one of the locked blobs is not stored. The second half of `lockStoredBlobs`. */
export async function requireBlobs(storage: Storage, sha256s: string[]): Promise<void> {
  for (const sha256 of sha256s) {
    if (await storage.stat(sha256)) continue
    const detail = 'The content was removed before the upload was recorded. Nothing was stored. Send it again.'
    throw new Problem('busy', detail, { retryAfterSeconds: 1 })
  }
}

type CleanupDeps = Pick<Deps, 'db' | 'storage' | 'now'>

/** Deletes old blobs whose last row was deleted, and the remains of crashed or abandoned uploads and attempts. */
export async function cleanUpStorage({ db, storage, now }: CleanupDeps): Promise<void> {
  const before = new Date(now().getTime() - ORPHAN_MS)
  await removeExpiredReservations({ db })
  await asSystem(db, store.removeDeadOutputs)
  await storage.deleteUnfinished(before)
  await storage.partial.removeUnchangedSince(new Date(now().getTime() - PARTIAL_UPLOAD_KEPT_MS))
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last
    last = await asSystem(db, async (tx) => {
      const sha256s = await orphans.takeCandidates(tx, after, BLOBS_PER_BATCH)
      const undecided: string[] = []
      for (const sha256 of await store.orphanedAmong(tx, sha256s)) {
        if (!(await unlinkOrphan(tx, storage, { sha256, before }))) undecided.push(sha256)
      }
      await orphans.addCandidates(tx, undecided)
      return sha256s.at(-1)
    })
  }
}

/** Once a day, deletes old blobs that never had a row, such as the blob of an upload that failed after storing it. */
export async function cleanUpWholeStoreDaily(deps: CleanupDeps): Promise<void> {
  const now = deps.now()
  const before = new Date(now.getTime() - DAY_MS)
  if (await asSystem(deps.db, (tx) => orphans.claimWholeCleanup(tx, now, before))) await cleanUpWholeStore(deps)
}

/** Deletes all old orphaned blobs. Lists the whole store. */
export async function cleanUpWholeStore({ db, storage, now }: CleanupDeps): Promise<void> {
  const before = new Date(now().getTime() - ORPHAN_MS)
  for await (const sha256s of inBatches(storage.olderThan(before))) {
    for (const sha256 of await asSystem(db, (tx) => store.orphanedAmong(tx, sha256s))) {
      await asSystem(db, (tx) => unlinkOrphan(tx, storage, { sha256, before }))
    }
  }
}

/** Deletes blobs that a request stored but did not record, except those that rows or other requests also need. */
export async function discardBlobs({ db, storage }: Pick<Deps, 'db' | 'storage'>, sha256s: string[]): Promise<void> {
  for (const sha256 of new Set(sha256s)) await asSystem(db, (tx) => unlinkOrphan(tx, storage, { sha256 }))
}

/** Deletes a blob that nothing needs. Returns false if it is too early to decide whether something needs the blob. */
async function unlinkOrphan(
  tx: Tx,
  storage: Storage,
  { sha256, before }: { sha256: string; before?: Date },
): Promise<boolean> {
  if (!(await store.lockBlobExclusively(tx, sha256))) return false
  if ((await store.orphanedAmong(tx, [sha256])).length === 0) return true
  const found = await storage.stat(sha256)
  if (found && before && found.storedAt >= before) return false
  if (contentInFlight.has(sha256)) return false
  if (found) await storage.delete(sha256)
  return true
}

async function* inBatches(names: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = []
  for await (const name of names) {
    batch.push(name)
    if (batch.length < BLOBS_PER_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
