import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { RandomAccessReader } from 'yauzl'

const BLOCK_BYTES = 256 * 1024

/**
 * Reads an archive in blocks. The library asks for each entry of the directory twice, and reading these few bytes from the
 * file each time took 4 s for 70,000 entries instead of 0.8 s.
 */
export class ZipReader extends RandomAccessReader {
  readonly #file: FileHandle
  #block = Buffer.alloc(0)
  #start = 0

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#ready(position, length).then(
      () => {
        const from = position - this.#start
        callback(null, this.#block.copy(buffer, offset, from, from + length))
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    )
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.createReadStream({ start, end: end - 1, autoClose: false })
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback)
  }

  async #ready(position: number, length: number): Promise<void> {
    const end = this.#start + this.#block.length
    if (position >= this.#start && position + length <= end) return
    const wanted = Buffer.alloc(Math.max(BLOCK_BYTES, length))
    const { bytesRead } = await this.#file.read(wanted, 0, wanted.length, position)
    this.#block = wanted.subarray(0, bytesRead)
    this.#start = position
  }
}
