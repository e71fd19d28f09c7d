import { createReadStream, type ReadStream, statSync } from 'node:fs'

interface Part {
  start?: number
  /** Maximum size of a chunk in bytes. */
  highWaterMark: number
  encoding?: BufferEncoding
}

/**
 * Reads a file in large chunks. Node allocates a whole chunk for each read. Unless Node knows where the file ends, that
 * includes a last read that returns no bytes. For small files, these allocations would cause a full garbage collection
 * every few files.
 */
export function fileChunks(path: string, { start = 0, ...options }: Part): ReadStream {
  const { size } = statSync(path)
  return createReadStream(path, { ...options, start, end: Math.max(start, size - 1) })
}
