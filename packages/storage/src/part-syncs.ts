import { open } from 'node:fs/promises'
import type { PartSizes } from './part-sizes.ts'

/** A sync starts when a file has grown by this much, and at the end of each request. */
const SYNC_BYTES = 32_000_000
/**
 * A file that has more unsynced bytes than this waits for the disk. It limits how much is sent again after a system
 * crash.
 */
const UNSYNCED_MAX = 128_000_000
/** The received size is noted when a file has grown by this much or for this long, and at the end of each request. */
const NOTE_BYTES = 8_000_000
const NOTE_MS = 100

/** A file that grows, and the sync that runs for it. */
export interface Part extends PartSizes {
  file: string
  /** A request is adding bytes. */
  isOpen: boolean
  /** Another sync follows the one that runs. */
  isDue: boolean
  syncing?: Promise<void> | undefined
  noted: number
  notedAt: number
  noting: Promise<void>
  failure?: unknown
  /** Writes the sizes where the next process finds them. */
  save(sizes: PartSizes): Promise<void>
  /** Called when everything is synced and no request adds bytes. */
  done(): void
}

/** Counts the file up to this size, and waits if too much of it is not synced. */
export async function recordSize(part: Part, size: number, isLast: boolean): Promise<void> {
  if (part.failure !== undefined) throw part.failure
  part.received = size
  const isLate = size - part.noted >= NOTE_BYTES || performance.now() - part.notedAt >= NOTE_MS
  if (isLast || isLate) await note(part)
  if (!part.syncing && (isLast || size - part.durable >= SYNC_BYTES)) startSync(part)
  else part.isDue ||= isLast
  if (size - part.durable > UNSYNCED_MAX) await part.syncing
}

/** Resolves when everything is synced. Rejects if that fails now. */
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
  await note(part)
  part.syncing = undefined
  if (part.isDue) startSync(part)
  else if (part.durable === part.received && !part.isOpen) part.done()
}

async function fail(part: Part, failure: unknown): Promise<never> {
  part.failure = failure
  part.received = part.durable
  // This process remembers the failure. The note is for the next one.
  await note(part).catch(() => {})
  throw failure
}

/** Notes the sizes as they are when earlier notes are written. */
function note(part: Part): Promise<void> {
  part.noted = part.received
  part.notedAt = performance.now()
  part.noting = part.noting.catch(() => {}).then(() => part.save(part))
  return part.noting
}
