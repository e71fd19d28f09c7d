import type { Readable } from 'node:stream'

/** A stored object. Its name is the SHA-256 of its content, in lowercase hex. */
export interface StoredObject {
  sha256: string
  sizeInBytes: number
}

export interface PutOptions {
  /** Content larger than this is refused with TooLarge. */
  maxBytes?: number
  /** Called at the named stages of a put, in order; fault tests stop the process here. */
  at?: (stage: PutStage) => Promise<void> | void
}

export type PutStage = 'first_byte' | 'mid_stream' | 'before_fsync' | 'after_fsync' | 'after_rename'

/**
 * Stores content. Objects are named by the hash of their content, never change, and are durable before `put` resolves, so
 * a caller may acknowledge at once. Equal content is stored once.
 */
export interface Storage {
  put(source: Readable, options?: PutOptions): Promise<StoredObject>
  /** The bytes from `start` to `end` (both included); the whole object without a range. */
  get(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** The size and the time of the last put, or undefined if there is no such object. */
  stat(sha256: string): Promise<{ sizeInBytes: number; storedAt: Date } | undefined>
  /** A path on this machine that holds the bytes, for tools that read files. */
  localPath(sha256: string): Promise<string>
  delete(sha256: string): Promise<void>
  /** Removes the temporary files of unfinished puts from before this time. */
  sweepUnfinished(before: Date): Promise<void>
  /** Names of all objects older than the time, for the sweep of orphaned blobs. */
  olderThan(time: Date): AsyncIterable<string>
}

/** The content is larger than the caller allows. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The disk is full. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}
