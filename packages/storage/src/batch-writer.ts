import type { FileHandle } from 'node:fs/promises'

const BATCH_BYTES = 1024 * 1024

/**
 * Writes in batches, because each write costs one round trip through the thread pool, however small it is. While one
 * batch is written, the next is collected and hashed. At most two batches are in memory. An eager writer does not wait for
 * a full batch while the disk is idle.
 */
export function batchWriter(handle: FileHandle, { isEager = false } = {}) {
  let batch: Buffer[] = []
  let gathered = 0
  let underWay: Promise<void> = Promise.resolve()
  let isWriting = false

  async function flush(): Promise<void> {
    await underWay
    isWriting = true
    underWay = writeAll(handle, batch).finally(() => {
      isWriting = false
    })
    // The next flush awaits this promise. Until then, a rejection must not be reported as unhandled.
    underWay.catch(() => {})
    batch = []
    gathered = 0
  }

  return {
    async write(chunk: Buffer): Promise<void> {
      batch.push(chunk)
      gathered += chunk.length
      if (gathered >= BATCH_BYTES || (isEager && !isWriting)) await flush()
    },
    async end(): Promise<void> {
      await flush()
      await underWay
    },
  }
}

/** A single write call may write fewer bytes than requested. */
async function writeAll(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  let rest = chunks
  while (rest.length > 0) {
    let { bytesWritten } = await handle.writev(rest)
    while (rest[0] && bytesWritten >= rest[0].length) bytesWritten -= rest.shift()?.length ?? 0
    rest = rest[0] ? [rest[0].subarray(bytesWritten), ...rest.slice(1)] : []
  }
}
