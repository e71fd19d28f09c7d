/*
 * Node copies each chunk of a body into a new buffer. A large upload therefore triggers a garbage collection every 40
 * MB, a fifth of the CPU time, unless chunks are freed as soon as they are stored.
 */

const owned = new WeakSet<ArrayBufferLike>()

/** Declares that only the consumer of the stream uses this chunk, so `freeChunk` may free it. */
export function ownChunk({ buffer }: Buffer): void {
  owned.add(buffer)
}

/** Frees the memory of a chunk after its last use, if `ownChunk` was called and the chunk fills its whole buffer. */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && owned.has(buffer)) buffer.transfer(0)
}
