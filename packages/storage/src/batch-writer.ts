import type { FileHandle } from 'node:fs/promises'

const BATCH_BYTES = 1024 * 1024
/** How long an eager writer waits for more bytes. */
const EAGER_MS = 50
/** While a file is written, it is synced each time it has grown by this much, so that little is left for the end. */
const SYNC_BYTES = 8 * 1024 * 1024

/** How a file is written. By default, it starts empty, and is synced while it grows. */
export interface WriterOptions {
  /** The size of the file so far. */
  start?: number
  /** Does not wait long for a full batch. */
  isEager?: boolean
  /** Called with the size of the file each time it has grown, instead of syncing it. The next write waits for it. */
  grown?: (size: number) => Promise<void>
  /** Called with each chunk when it is no longer needed. */
  written?: ((chunk: Buffer) => void) | undefined
}

/**
 * Writes in batches, because each write costs one round trip through the thread pool, however small it is. While one
 * batch is written, the next is collected and hashed, and what was written before is synced. At most two batches are in
 * memory.
 */
export function batchWriter(
  handle: FileHandle,
  { start = 0, isEager = false, grown, written: done }: WriterOptions = {},
) {
  let batch: Buffer[] = []
  let gathered = 0
  let size = start
  let underWay: Promise<void> = Promise.resolve()
  let unwritten = 0
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let syncedAt = start
  let syncing: Promise<void> = Promise.resolve()
  let isSyncing = false

  /**
   * Writes the batch after the preceding one. Resolves when the preceding one is written, so that at most two are in
   * memory.
   */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const chunks = batch
    batch = []
    gathered = 0
    const before = underWay
    underWay = before.then(() => writeBatch(chunks))
    unwritten += 1
    // Whoever writes next or ends awaits this promise. Until then, a rejection must not be reported as unhandled.
    underWay.then(
      () => {
        unwritten -= 1
      },
      () => {
        hasFailed = true
      },
    )
    return before
  }

  /**
   * Writes an incomplete batch after a pause, unless an earlier one is still being written: nobody waits for these
   * batches, so they would accumulate on a slow disk.
   */
  function flushSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (unwritten === 0) flush().catch(() => {})
      else if (!hasFailed) flushSoon()
    }, EAGER_MS)
  }

  async function writeBatch(chunks: Buffer[]): Promise<void> {
    await writeAll(handle, chunks, (bytes) => {
      size += bytes
    })
    if (done) for (const chunk of chunks) done(chunk)
    if (grown) return grown(size)
    if (isSyncing || size - syncedAt < SYNC_BYTES) return
    // After a failed sync, another one may succeed although data was lost. So the failure stays.
    isSyncing = true
    syncing = syncing.then(syncWritten)
    syncing.catch(() => {})
  }

  async function syncWritten(): Promise<void> {
    syncedAt = size
    await handle.datasync()
    isSyncing = false
  }

  return {
    async write(chunk: Buffer): Promise<void> {
      batch.push(chunk)
      gathered += chunk.length
      if (gathered >= BATCH_BYTES || hasFailed) await flush()
      else if (isEager) flushSoon()
    },
    /** Writes the last batch. */
    async end(): Promise<void> {
      await flush()
      await underWay
    },
    /** The size of the file with everything that was written. */
    size: () => size,
    /** Makes everything durable that was written. Resolves with the size of the file. */
    async sync(): Promise<number> {
      await syncing
      await handle.sync()
      return size
    },
  }
}

/** A single write call may write fewer bytes than requested. */
async function writeAll(handle: FileHandle, chunks: Buffer[], wrote: (bytes: number) => void): Promise<void> {
  let rest = [...chunks]
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest)
    wrote(bytesWritten)
    while (rest[0] && bytesWritten >= rest[0].length) bytesWritten -= rest.shift()?.length ?? 0
    rest = rest[0] ? [rest[0].subarray(bytesWritten), ...rest.slice(1)] : []
  }
}
