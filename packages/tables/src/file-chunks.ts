import { createReadStream, type ReadStream, statSync } from 'node:fs'

interface Part {
  start?: number
  highWaterMark: number
  encoding?: BufferEncoding
}

/**
 * Reads a file in large chunks, up to its current end. If Node did not know the end, it would allocate whole chunks
 * even for a small file and for a last, empty read. This would cause a full garbage collection every few small files.
 */
export function fileChunks(path: string, { start = 0, ...options }: Part): ReadStream {
  const { size } = statSync(path)
  return createReadStream(path, { ...options, start, end: Math.max(start, size - 1) })
}
