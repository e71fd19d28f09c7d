import { createReadStream, type ReadStream, statSync } from 'node:fs'

interface Part {
  start?: number
  /** Maximum size of a chunk in bytes. */
  highWaterMark: number
  encoding?: BufferEncoding
}

/**
 * Reads a file in large chunks. Node allocates a whole chunk for each read, also for the one that finds the end, unless
 * it knows the end. For small files, these allocations would cause a full garbage collection every few files.
 */
export function fileChunks(path: string, { start = 0, ...options }: Part): ReadStream {
  const { size } = statSync(path)
  return createReadStream(path, { ...options, start, end: Math.max(start, size - 1) })
}
