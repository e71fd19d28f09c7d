import type { FileHandle } from 'node:fs/promises'

const BATCH_BYTES = 1024 * 1024
/** Time that an eager writer waits for more bytes before it writes an incomplete batch. */
const EAGER_MS = 50
/**
 * After this many new bytes, a file is synced while it is still being written, so little is left to sync at the end.
 */
const SYNC_BYTES = 8 * 1024 * 1024

export interface WriterOptions {
  /** The size of the file before the first write. Default: 0. */
  start?: number
  /** Whether to write an incomplete batch after `EAGER_MS`, instead of waiting until the batch is full. */
  isEager?: boolean
  /**
   * Called with the new size of the file after each batch. The next batch waits for the returned promise. If this
   * option is given, the writer itself does not sync.
   */
  grown?: (size: number) => Promise<void>
  /** Called with each chunk once it is no longer needed. */
  written?: ((chunk: Buffer) => void) | undefined
}

/**
 * Writes in batches, because each write costs one round trip through the thread pool, regardless of its size. While one
 * batch is being written, the caller collects and hashes the next batch, and earlier batches are synced. At most two
 * batches are in memory.
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

  /** Starts writing the current batch. Resolves as soon as the preceding batch is written. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const chunks = batch
    batch = []
    gathered = 0
    const before = underWay
    underWay = before.then(() => writeBatch(chunks))
    unwritten += 1
    // A later flush or `end` awaits this promise. Until then, a rejection must not be reported as unhandled.
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
   * Writes an incomplete batch after `EAGER_MS`, but waits while an earlier batch is being written. Otherwise, batches
   * would accumulate on a slow disk, because the caller does not wait for incomplete batches.
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
    // After a failed sync, `syncing` stays rejected and no other sync starts, because a later sync may succeed although
    // data was lost.
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
    async end(): Promise<void> {
      await flush()
      await underWay
    },
    size: () => size,
    async sync(): Promise<number> {
      await syncing
      await handle.sync()
      return size
    },
  }
}

/** Writes all chunks. A single call of `writev` may write fewer bytes than requested. */
async function writeAll(handle: FileHandle, chunks: Buffer[], wrote: (bytes: number) => void): Promise<void> {
  let rest = [...chunks]
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest)
    wrote(bytesWritten)
    while (rest[0] && bytesWritten >= rest[0].length) bytesWritten -= rest.shift()?.length ?? 0
    rest = rest[0] ? [rest[0].subarray(bytesWritten), ...rest.slice(1)] : []
  }
}
