import { open } from 'node:fs/promises'
import { type PartSizes, readSizes, writeSizes } from './part-sizes.ts'

/*
 * What partial uploads have received but not synced yet. Clients need not wait for the disk: one sync at a time runs for
 * each file and covers what has arrived until then. All bytes count that the operating system has, which keeps them if
 * this process is killed. After a crash of the system, and after a failed sync, an upload continues where it is durable. A
 * failure is remembered until its bytes are written again, because another sync may succeed although data was lost.
 */

/** A sync starts when a file has grown by this much, and at the end of each request. */
const SYNC_BYTES = 32_000_000
/** A file waits for the disk while more is not synced. So much is sent again after a crash of the system. */
const UNSYNCED_MOST = 128_000_000
/** The received size is noted each time a file has grown by this much, and at the end of each request. */
const NOTE_BYTES = 8_000_000

interface Part extends PartSizes {
  /** A request is adding bytes. */
  isOpen: boolean
  /** Another sync follows the one that runs. */
  isDue: boolean
  syncing?: Promise<void> | undefined
  noted: number
  noting: Promise<void>
  failure?: unknown
}

export interface UnsyncedParts {
  /** How much counts as received, and why a sync failed. */
  find(file: string): Promise<{ received: number; failure?: unknown }>
  /** Must be called before bytes are written at an offset. Throws if bytes before it were lost. */
  begin(file: string, offset: number): Promise<void>
  /** Counts the file up to this size, and waits if too much of it is not synced. */
  grown(file: string, size: number): Promise<void>
  /** The same at the end of a request. */
  ended(file: string, size: number): Promise<void>
  /** Resolves when everything is synced. Rejects if that failed. */
  settled(file: string): Promise<void>
  forget(file: string): void
}

export function unsyncedParts(sizesOf: (file: string) => string, bootId: string | undefined): UnsyncedParts {
  const parts = new Map<string, Part>()

  /** Notes the sizes as they are when earlier notes are written. */
  function note(file: string, part: Part): Promise<void> {
    part.noted = part.received
    part.noting = part.noting.catch(() => {}).then(() => writeSizes(sizesOf(file), part, bootId))
    return part.noting
  }

  function startSync(file: string, part: Part): void {
    part.syncing = syncOnce(file, part).catch((failure: unknown) => fail(file, part, failure))
    part.syncing.catch(() => {})
  }

  async function syncOnce(file: string, part: Part): Promise<void> {
    const size = part.received
    part.isDue = false
    await using handle = await open(file, 'r+')
    await handle.datasync()
    part.durable = size
    await note(file, part)
    part.syncing = undefined
    if (part.isDue) startSync(file, part)
    else if (part.durable === part.received && !part.isOpen && parts.get(file) === part) parts.delete(file)
  }

  async function fail(file: string, part: Part, failure: unknown): Promise<never> {
    part.failure = failure
    part.received = part.durable
    // This process remembers the failure. The note is for the next one.
    await note(file, part).catch(() => {})
    throw failure
  }

  async function settle(file: string, part: Part): Promise<void> {
    while (part.failure === undefined && part.durable < part.received) {
      if (!part.syncing) startSync(file, part)
      await part.syncing
    }
    await part.syncing
  }

  /** What an earlier process received. The sync tells whether all of it is still there. */
  async function recovered(file: string): Promise<{ received: number; failure?: unknown }> {
    const sizes = await readSizes(sizesOf(file), bootId)
    if (sizes.received === sizes.durable) return { received: sizes.durable }
    const part = newPart(sizes)
    parts.set(file, part)
    await settle(file, part).catch(() => {})
    return part
  }

  async function count(file: string, size: number, isLast: boolean): Promise<void> {
    const part = parts.get(file)
    if (!part) return
    if (part.failure !== undefined) throw part.failure
    part.received = size
    if (isLast || size - part.noted >= NOTE_BYTES) await note(file, part)
    if (!part.syncing && (isLast || size - part.durable >= SYNC_BYTES)) startSync(file, part)
    else part.isDue ||= isLast
    if (size - part.durable > UNSYNCED_MOST) await part.syncing
  }

  return {
    find: async (file) => parts.get(file) ?? recovered(file),
    async begin(file, offset) {
      const known = parts.get(file)
      if (known?.failure !== undefined && offset > known.durable) throw known.failure
      const isContinued = known?.failure === undefined && known?.received === offset
      if (!isContinued) await known?.syncing?.catch(() => {})
      const { durable } = known ?? (await readSizes(sizesOf(file), bootId))
      const part = isContinued && known ? known : newPart({ durable: Math.min(durable, offset), received: offset })
      part.isOpen = true
      parts.set(file, part)
    },
    grown: (file, size) => count(file, size, false),
    async ended(file, size) {
      const part = parts.get(file)
      if (part) part.isOpen = false
      await count(file, size, true)
    },
    async settled(file) {
      const part = parts.get(file)
      if (part?.failure !== undefined) throw part.failure
      if (part) await settle(file, part)
    },
    forget: (file) => void parts.delete(file),
  }
}

function newPart(sizes: PartSizes): Part {
  return { ...sizes, isOpen: false, isDue: false, noted: sizes.received, noting: Promise.resolve() }
}
