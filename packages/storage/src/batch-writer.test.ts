import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { batchWriter } from './batch-writer.ts'

const MB = 1024 * 1024

/** Creates a file whose writes wait for `write`, and fail if `write` fails. */
function disk(write: () => Promise<void>) {
  const handle = {
    async writev(chunks: Buffer[]) {
      await write()
      return { bytesWritten: chunks.reduce((sum, { length }) => sum + length, 0) }
    },
    datasync: async () => {},
    sync: async () => {},
  }
  return handle as unknown as FileHandle
}

describe('a writer that does not wait for full batches', () => {
  it('FLT11 takes no more than two batches while the disk stalls', async () => {
    const stall = Promise.withResolvers<void>()
    const writer = batchWriter(
      disk(() => stall.promise),
      { isEager: true },
    )
    let taken = 0
    const sending = (async () => {
      for (; taken < 6; taken += 0.5) {
        await writer.write(Buffer.alloc(MB / 2))
        await sleep(70)
      }
    })()

    await sleep(1200)
    const takenWhileStalled = taken
    stall.resolve()
    await sending
    await writer.end()

    expect(takenWhileStalled).toBeLessThanOrEqual(2)
    expect(await writer.sync()).toBe(6 * MB)
  })

  it('FLT11 takes no more bytes after a failed write', async () => {
    const writer = batchWriter(
      disk(() => Promise.reject(new Error('ENOSPC'))),
      { isEager: true },
    )
    const sending = (async () => {
      for (let at = 0; at < 10; at += 1) {
        await writer.write(Buffer.alloc(1000))
        await sleep(70)
      }
    })()

    await expect(sending).rejects.toThrow('ENOSPC')
    await expect(writer.end()).rejects.toThrow('ENOSPC')
  })
})
