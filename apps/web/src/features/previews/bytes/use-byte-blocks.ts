import { useQueries } from '@tanstack/react-query'
import { previewQueries } from '../previews.queries.ts'

const BLOCK_BYTES = 65_536

/** Loads the blocks that contain the bytes in view, and returns a function that reads these bytes. */
export function useByteBlocks(href: string | undefined, size: number, seen: { start: number; end: number }) {
  const first = Math.floor(seen.start / BLOCK_BYTES)
  const last = Math.floor(Math.max(0, Math.min(size, seen.end) - 1) / BLOCK_BYTES)
  const blocks = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const results = useQueries({
    queries: blocks.map((block) => ({
      ...previewQueries.bytes(href ?? '', {
        start: block * BLOCK_BYTES,
        end: Math.min(size, (block + 1) * BLOCK_BYTES),
      }),
      enabled: href !== undefined && size > 0,
    })),
  })

  /** Returns bytes that lie within one block. Undefined until the block is loaded. */
  return function bytesAt(start: number, end: number): Uint8Array | undefined {
    const block = Math.floor(start / BLOCK_BYTES)
    const data = results[block - first]?.data
    return data?.subarray(start - block * BLOCK_BYTES, end - block * BLOCK_BYTES)
  }
}
