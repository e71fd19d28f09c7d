import type { Readable } from 'node:stream'

/** A stored object. Its name is the SHA-256 of its content, in lowercase hex. */
export interface StoredObject {
  sha256: string
  sizeInBytes: number
}

export interface PutOptions {
  /** Larger content is refused with TooLarge. */
  maxBytes?: number
  /**
   * Called with the number of bytes before they are written. May throw to refuse the bytes, or return a promise to
   * delay them.
   */
  take?: (bytes: number) => Promise<void> | undefined
  /** Called with each chunk of the source, or with a part of it, once it is written and no longer needed. */
  written?: (chunk: Buffer) => void
  /** Called before the object becomes visible under its name. */
  named?: (sha256: string) => void
  /** Called at each stage of a put, in order. Fault tests stop the process there. */
  at?: (stage: PutStage) => Promise<void> | void
}

export type PutStage = 'first_byte' | 'mid_stream' | 'before_fsync' | 'after_fsync' | 'after_rename'

/**
 * Stores immutable content under its hash. The content is durable before `put` resolves, so callers may then
 * acknowledge it immediately. Equal content is stored once.
 */
export interface Storage {
  put(source: Readable, options?: PutOptions): Promise<StoredObject>
  partial: PartialUploads
  /** Turns a partial upload that has received all its content into an object. Does not remove the partial upload. */
  adopt(id: string, options?: Pick<PutOptions, 'named'>): Promise<StoredObject>
  /** `start` and `end` are inclusive. Without a range, returns the whole object. */
  get(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** `storedAt` is when the content was last written. */
  stat(sha256: string): Promise<{ sizeInBytes: number; storedAt: Date } | undefined>
  localPath(sha256: string): Promise<string>
  delete(sha256: string): Promise<void>
  /** `reserveBytes` of the free space are never used for content. */
  room(): Promise<{ freeBytes: number; reserveBytes: number }>
  deleteUnfinished(before: Date): Promise<void>
  /**
   * Yields the hashes of objects that were stored before this time. Maintenance looks for orphaned blobs among them.
   */
  olderThan(time: Date): AsyncIterable<string>
}

/** Content that arrives over several requests, with a description from the caller. */
export interface PartialUpload {
  description: string
  /**
   * Number of bytes received so far. They survive a crash of this process and, soon after they arrive, a crash of the
   * system.
   */
  sizeInBytes: number
  /** When bytes were last written, by any server on this storage. */
  changedAt: Date
  /**
   * The error from a failed sync. Bytes that had been received but not synced no longer count. Cleared when the upload
   * continues.
   */
  failure?: unknown
}

export interface AppendOptions {
  /** Offset of the bytes. Must equal the number of bytes received so far. */
  offset: number
  /** Maximum total size of the content. Bytes beyond it are ignored. */
  maxBytes: number
  /**
   * Called with the number of bytes before they are written. May throw to refuse the bytes, or return a promise to
   * delay them.
   */
  take?: (bytes: number) => Promise<void> | undefined
  /** Called with each chunk of the source, or with a part of it, once it is written and no longer needed. */
  written?: (chunk: Buffer) => void
}

/** Stores content that arrives over several requests. */
export interface PartialUploads {
  create(id: string, description: string): Promise<void>
  describe(id: string, description: string): Promise<void>
  find(id: string): Promise<PartialUpload | undefined>
  /**
   * Adds bytes and returns the new size. If the source fails, the bytes received until then are kept. The bytes become
   * durable soon after the call, and always before the content is hashed or adopted.
   */
  append(id: string, source: Readable, options: AppendOptions): Promise<number>
  /** Returns the SHA-256 of the content, in lowercase hex. */
  hash(id: string): Promise<string>
  /** Returns the SHA-256 of the first `bytes` bytes. No append may run at the same time. */
  hashOfFirst(id: string, bytes: number): Promise<string>
  path(id: string): string
  remove(id: string): Promise<void>
  /** Removes uploads that have not grown since this time. */
  removeUnchangedSince(time: Date): Promise<void>
}

/** Thrown if the content exceeds the limit that the caller set. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** Thrown if the disk is full, except for the space that is kept free for the database. */
export class StorageFull extends Error {
  override name = 'StorageFull'
  readonly reserveBytes: number | undefined

  constructor(message: string, { reserveBytes, cause }: { reserveBytes?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.reserveBytes = reserveBytes
  }
}
