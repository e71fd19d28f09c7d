import type { Readable } from 'node:stream'

/** A stored object. Its name is the SHA-256 of its content, in lowercase hex. */
export interface StoredObject {
  sha256: string
  sizeInBytes: number
}

/** Limits of a put, and functions that it calls on the way. */
export interface PutOptions {
  /** The maximum size. Larger content is refused with TooLarge. */
  maxBytes?: number
  /** Called before bytes are written. It may refuse them by throwing. */
  take?: (bytes: number) => Promise<void> | undefined
  /** Called with each chunk of the source, or a part of it, when it was written and is no longer needed. */
  written?: (chunk: Buffer) => void
  /** Called before the object becomes visible under its name. */
  named?: (sha256: string) => void
  /** Called at the named stages of a put, in order. Fault tests stop the process here. */
  at?: (stage: PutStage) => Promise<void> | void
}

export type PutStage = 'first_byte' | 'mid_stream' | 'before_fsync' | 'after_fsync' | 'after_rename'

/**
 * Stores immutable content under its hash. The content is durable before `put` resolves, so callers may acknowledge at
 * once. Equal content is stored once.
 */
export interface Storage {
  put(source: Readable, options?: PutOptions): Promise<StoredObject>
  /** Content that arrives in several requests. */
  partial: PartialUploads
  /** Makes a complete partial upload an object. The partial upload remains until it is removed. */
  adopt(id: string, options?: Pick<PutOptions, 'named'>): Promise<StoredObject>
  /** The bytes from `start` to `end`, both inclusive, or the whole object if no range is given. */
  get(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** The size and the time of the last put, or undefined if the object does not exist. */
  stat(sha256: string): Promise<{ sizeInBytes: number; storedAt: Date } | undefined>
  /** A local path of the object, for tools that read files. */
  localPath(sha256: string): Promise<string>
  delete(sha256: string): Promise<void>
  /** The free space, and how much of it is never used for content. */
  room(): Promise<{ freeBytes: number; reserveBytes: number }>
  /** Removes temporary files of puts that did not finish, if they are older than this time. */
  sweepUnfinished(before: Date): Promise<void>
  /** Names of all objects that are older than the time. Maintenance uses it to find orphaned blobs. */
  olderThan(time: Date): AsyncIterable<string>
}

/** Content that arrives in several requests, with a description that its owner gives it. */
export interface PartialUpload {
  description: string
  /** The bytes received so far. They survive a crash of this process, and soon after also one of the system. */
  sizeInBytes: number
  /** When bytes were last written, by any server on this storage. */
  changedAt: Date
  /** Why bytes that were received no longer count. Forgotten when the upload continues. */
  failure?: unknown
}

/** Where bytes are added, and functions that are called on the way. */
export interface AppendOptions {
  /** Where the bytes belong. Must be the number of bytes received so far. */
  offset: number
  /** The number of bytes that the content may have in total. More are ignored. */
  maxBytes: number
  /** Called before bytes are written. It may refuse them by throwing. */
  take?: (bytes: number) => Promise<void> | undefined
  /** Called with each chunk of the source, or a part of it, when it was written and is no longer needed. */
  written?: (chunk: Buffer) => void
}

/** Contents that arrive in several requests, each with a description that the caller keeps with it. */
export interface PartialUploads {
  create(id: string, description: string): Promise<void>
  /** Replaces the description. */
  describe(id: string, description: string): Promise<void>
  find(id: string): Promise<PartialUpload | undefined>
  /**
   * Adds bytes. If the source fails, those received before are kept. Returns the new size. The bytes are durable soon
   * after, and before the content is hashed or adopted.
   */
  append(id: string, source: Readable, options: AppendOptions): Promise<number>
  /** The SHA-256 of the content, in lowercase hex. */
  hash(id: string): Promise<string>
  /** The SHA-256 of the first bytes of the content, in lowercase hex. No append may run at the same time. */
  hashOfFirst(id: string, bytes: number): Promise<string>
  path(id: string): string
  remove(id: string): Promise<void>
  /** Removes uploads to which nothing was added since this time. */
  sweep(before: Date): Promise<void>
}

/** The content exceeds the limit that the caller set. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

/** The disk is full, or only the space that is kept free for the database is left. */
export class StorageFull extends Error {
  override name = 'StorageFull'
  readonly reserveBytes: number | undefined

  constructor(message: string, { reserveBytes, cause }: { reserveBytes?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.reserveBytes = reserveBytes
  }
}
