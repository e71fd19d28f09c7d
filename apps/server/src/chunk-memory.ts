/*
 * Node's HTTP parser copies each chunk of a body into a new buffer, which stays allocated until the next garbage
 * collection. Because V8 counts this memory, a large upload triggers a collection after every 40 MB, which takes a
 * fifth of the CPU time. Chunks are therefore freed as soon as they are stored.
 */

/** Buffers that `freeChunk` may free. */
const owned = new WeakSet<ArrayBufferLike>()

/** Declares that only the consumer of the stream uses this chunk, so `freeChunk` may free it. */
export function ownChunk({ buffer }: Buffer): void {
  owned.add(buffer)
}

/**
 * Frees the memory of a chunk that is no longer used, if `ownChunk` was called and the chunk fills its whole buffer.
 */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && owned.has(buffer)) buffer.transfer(0)
}
