import { open } from 'node:fs/promises'
import type { PartSizes } from './part-sizes.ts'

/** Growth after which a file is synced. A sync also starts at the end of each request. */
const SYNC_BYTES = 32_000_000
/**
 * Maximum number of unsynced bytes of a file. Above this number, writes wait for the disk. The limit bounds how much a
 * client has to send again after a system crash.
 */
const UNSYNCED_MAX = 128_000_000
/** Growth and time after which the received size is saved. It is also saved at the end of each request. */
const SAVE_BYTES = 8_000_000
const SAVE_MS = 100

/** A growing file, and its sync if one is running. */
export interface Part extends PartSizes {
  file: string
  /** Whether a request is currently adding bytes. */
  isOpen: boolean
  /** Whether another sync has to follow the running sync. */
  isDue: boolean
  syncing?: Promise<void> | undefined
  savedSize: number
  savedAt: number
  saving: Promise<void>
  failure?: unknown
  /** Saves the sizes, so that the upload can continue after the server restarts. */
  save(sizes: PartSizes): Promise<void>
  /** Called when everything is synced and no request is adding bytes. */
  done(): void
}

/**
 * Records that the file has grown to this size. From time to time, and at the end of a request (`isLast`), saves the
 * sizes and starts a sync. Waits for the running sync if too many bytes are unsynced. Throws if an earlier sync failed.
 */
export async function recordSize(part: Part, size: number, isLast: boolean): Promise<void> {
  if (part.failure !== undefined) throw part.failure
  part.received = size
  const isLate = size - part.savedSize >= SAVE_BYTES || performance.now() - part.savedAt >= SAVE_MS
  if (isLast || isLate) await saveSizes(part)
  if (!part.syncing && (isLast || size - part.durable >= SYNC_BYTES)) startSync(part)
  else part.isDue ||= isLast
  if (size - part.durable > UNSYNCED_MAX) await part.syncing
}

/** Resolves when everything is synced. Rejects if the sync fails. */
export async function untilSynced(part: Part): Promise<void> {
  while (part.failure === undefined && part.durable < part.received) {
    if (!part.syncing) startSync(part)
    await part.syncing
  }
  await part.syncing
}

function startSync(part: Part): void {
  part.syncing = syncOnce(part).catch((failure: unknown) => fail(part, failure))
  part.syncing.catch(() => {})
}

async function syncOnce(part: Part): Promise<void> {
  const size = part.received
  part.isDue = false
  await using handle = await open(part.file, 'r+')
  await handle.datasync()
  part.durable = size
  await saveSizes(part)
  part.syncing = undefined
  if (part.isDue) startSync(part)
  else if (part.durable === part.received && !part.isOpen) part.done()
}

async function fail(part: Part, failure: unknown): Promise<never> {
  part.failure = failure
  part.received = part.durable
  // If saving fails as well, this process still has the failure and the sizes in memory. Only the next process reads
  // the saved sizes.
  await saveSizes(part).catch(() => {})
  throw failure
}

function saveSizes(part: Part): Promise<void> {
  part.savedSize = part.received
  part.savedAt = performance.now()
  part.saving = part.saving.catch(() => {}).then(() => part.save(part))
  return part.saving
}
