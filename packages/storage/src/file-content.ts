import type { FileHandle } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'

/** Size of a block. A download uses two blocks. Each doubling from 256 kB up to this size reduced the CPU time. */
const BLOCK_BYTES = 1024 * 1024
/** Maximum number of blocks kept for reuse. Without them, garbage collection would interrupt later downloads. */
const IDLE_BLOCKS_MAX = 8
const idleBlocks: Buffer[] = []

/**
 * Streams the bytes of a file. `sendTo` alternates between two buffers, so it reads into one while it writes the other.
 * This takes a third of the CPU time of a pipe, which allocates memory for every chunk, and a fifth of that of a Web
 * stream.
 */
export class FileContent extends Readable {
  #handle: FileHandle
  #at: number
  #end: number

  /** Closes the handle when the stream is destroyed. `end` is exclusive. */
  constructor(handle: FileHandle, { start, end }: { start: number; end: number }) {
    super({ highWaterMark: 256 * 1024 })
    this.#handle = handle
    this.#at = start
    this.#end = end
  }

  override _read(size: number): void {
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, this.#end - this.#at))
    this.#fill(buffer).then(
      (count) => this.push(count > 0 ? buffer.subarray(0, count) : null),
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#handle.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    )
  }

  /**
   * Writes all bytes to `target` and ends it. Use this instead of reading the stream. If either stream fails, both are
   * destroyed.
   */
  async sendTo(target: Writable): Promise<void> {
    const stop = () => void this.destroy()
    target.once('close', stop)
    // This stream may be destroyed with an error. Without a listener, that error would crash the process.
    this.once('error', () => target.destroy())
    try {
      await this.#sendBlocks(target)
      target.end()
    } catch {
      target.destroy()
    } finally {
      target.off('close', stop)
      this.destroy()
    }
  }

  async #sendBlocks(target: Writable): Promise<void> {
    const size = Math.min(BLOCK_BYTES, this.#end - this.#at)
    const buffers: Buffer[] = []
    let underWay = Promise.resolve()
    for (let turn = 0; this.#at < this.#end; turn ^= 1) {
      buffers[turn] ??= acquireBlock(size)
      const buffer = (buffers[turn] as Buffer).subarray(0, this.#end - this.#at)
      const count = await this.#fill(buffer)
      await underWay
      if (count === 0 || this.destroyed) throw new Error('The file ended early, or the transfer was stopped.')
      underWay = written(target, buffer.subarray(0, count))
      // The next iteration awaits this promise. Until then, a rejection must not be reported as unhandled.
      underWay.catch(() => {})
    }
    await underWay
    for (const block of buffers) releaseBlock(block)
  }

  async #fill(buffer: Buffer): Promise<number> {
    if (buffer.length === 0) return 0
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, this.#at)
    this.#at += bytesRead
    return bytesRead
  }
}

function acquireBlock(bytes: number): Buffer {
  if (bytes < BLOCK_BYTES) return Buffer.allocUnsafeSlow(bytes)
  return idleBlocks.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

function releaseBlock(block: Buffer): void {
  if (block.length === BLOCK_BYTES && idleBlocks.length < IDLE_BLOCKS_MAX) idleBlocks.push(block)
}

function written(target: Writable, bytes: Buffer): Promise<void> {
  return new Promise((settle, reject) => target.write(bytes, (error) => (error ? reject(error) : settle())))
}
