/*
 * Node copies each chunk of a body into a new buffer. Unless each chunk is freed as soon as it is stored, a large
 * upload triggers a garbage collection every 40 MB, which takes a fifth of the CPU time.
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
