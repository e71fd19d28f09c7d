/*
 * Node's HTTP parser copies each chunk of a body into its own memory, which stays allocated until the next garbage
 * collection. Because V8 counts this memory, a large upload triggers a collection after every 40 MB, which takes a
 * fifth of the CPU time. Chunks are therefore freed as soon as they are stored.
 */

/** The memory of chunks that only one consumer uses. */
const owned = new WeakSet<ArrayBufferLike>()

/** Declares that only the consumer of its stream uses this chunk. */
export function ownChunk({ buffer }: Buffer): void {
  owned.add(buffer)
}

/** Frees the memory of a chunk that is no longer used, unless it is part of a larger one. */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && owned.has(buffer)) buffer.transfer(0)
}
