import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl, { RandomAccessReader, type ZipFile } from 'yauzl'
import { zipBounds } from './zip-bounds.ts'

const BLOCK_BYTES = 256 * 1024

/**
 * Reads an archive in blocks, because the library reads each entry of the directory twice. 70,000 entries take 0.8 s in
 * this way, compared with 4 s if every read goes to the file.
 */
class ZipReader extends RandomAccessReader {
  readonly #file: FileHandle
  #block = Buffer.alloc(0)
  #start = 0

  /** The offset of the archive in the file. */
  readonly #shift: number
  readonly #path: string

  constructor(file: FileHandle, path: string, shift: number) {
    super()
    this.#file = file
    this.#path = path
    this.#shift = shift
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
    return createReadStream(this.#path, { start: start + this.#shift, end: end + this.#shift - 1 })
  }

  override close(callback: (error: Error | null) => void): void {
    this.#file.close().then(() => callback(null), callback)
  }

  async #ready(position: number, length: number): Promise<void> {
    const end = this.#start + this.#block.length
    if (position >= this.#start && position + length <= end) return
    const wanted = Buffer.alloc(Math.max(BLOCK_BYTES, length))
    const { bytesRead } = await this.#file.read(wanted, 0, wanted.length, position + this.#shift)
    this.#block = wanted.subarray(0, bytesRead)
    this.#start = position
  }
}

/** Opens the archive in a file, even if other bytes precede or follow the archive. */
export async function openZip(path: string, options: yauzl.Options): Promise<ZipFile> {
  const file = await open(path)
  try {
    const { start, end } = (await zipBounds(file)) ?? { start: 0, end: (await file.stat()).size }
    return await yauzl.fromRandomAccessReaderPromise(new ZipReader(file, path, start), end - start, options)
  } catch (error) {
    await file.close()
    throw error
  }
}
