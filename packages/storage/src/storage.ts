import type { Readable } from 'node:stream'

/** What is known of stored bytes: their SHA-256 (lower-case hex) is their name. */
export interface StoredObject {
  sha256: string
  sizeInBytes: number
}

export interface PutOptions {
  /** More bytes than this end the upload with TooLarge. */
  maxBytes?: number
  /** Called at the named stages of a put, in order; fault tests stop the process here. */
  at?: (stage: PutStage) => Promise<void> | void
}

export type PutStage = 'first_byte' | 'mid_stream' | 'before_fsync' | 'after_fsync' | 'after_rename'

/**
 * Where bytes live. Objects are named by their content, never changed, and durable before `put` resolves: a caller may
 * acknowledge at once. The same content is stored once.
 */
export interface Storage {
  put(source: Readable, options?: PutOptions): Promise<StoredObject>
  /** The bytes from `start` to `end` (both included); the whole object without a range. */
  get(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** The size and when the object was last put, or undefined when there is none. */
  stat(sha256: string): Promise<{ sizeInBytes: number; storedAt: Date } | undefined>
  /** A path on this machine that holds the bytes, for tools that read files. */
  localPath(sha256: string): Promise<string>
  delete(sha256: string): Promise<void>
  /** Removes what puts that never came to their end have left from before this time. */
  sweepUnfinished(before: Date): Promise<void>
  /** Names of all objects older than the time, for the sweep of what no row names. */
  olderThan(time: Date): AsyncIterable<string>
}

/** More bytes came than the caller allows. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The disk under the store is full. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}
