import { type PartSizes, readSizes, writeSizes } from './part-sizes.ts'
import { type Part, recordSize, untilSynced } from './part-syncs.ts'

interface Found {
  received: number
  failure?: unknown
}

/**
 * Tracks the bytes of partial uploads that are received but not synced yet. Clients do not wait for the disk. Each file
 * has at most one running sync, which covers the bytes that arrived before it started. Bytes count as received once the
 * operating system has them, because they then survive if this process is killed. After a system crash or a failed
 * sync, an upload continues from its durable size. A failure is remembered until the affected bytes are written again,
 * because a later sync may succeed although data was lost.
 */
export class UnsyncedParts {
  readonly #sizesOf: (file: string) => string
  readonly #bootId: string | undefined
  readonly #parts = new Map<string, Part>()
  readonly #recovering = new Map<string, Promise<Found>>()

  /** `sizesOf` returns the name of the file in which the sizes of a part are saved. */
  constructor(sizesOf: (file: string) => string, bootId: string | undefined) {
    this.#sizesOf = sizesOf
    this.#bootId = bootId
  }

  async find(file: string): Promise<Found> {
    return this.#recovering.get(file) ?? this.#parts.get(file) ?? this.#recover(file)
  }

  /** Must be called before bytes are written at an offset. Throws if bytes preceding that offset were lost. */
  async begin(file: string, offset: number): Promise<void> {
    const known = this.#parts.get(file)
    if (known?.failure !== undefined && offset > known.durable) throw known.failure
    const isContinued = known?.failure === undefined && known?.received === offset
    if (!isContinued) await known?.syncing?.catch(() => {})
    const { durable } = known ?? (await this.#saved(file))
    const part =
      isContinued && known ? known : this.#add(file, { durable: Math.min(durable, offset), received: offset })
    part.isOpen = true
  }

  /**
   * Records that the file has grown to this size. Waits for the running sync if too many bytes are unsynced. Throws if
   * an earlier sync failed.
   */
  async grown(file: string, size: number): Promise<void> {
    const part = this.#parts.get(file)
    if (part) await recordSize(part, size, false)
  }

  async ended(file: string, size: number): Promise<void> {
    const part = this.#parts.get(file)
    if (!part) return
    part.isOpen = false
    await recordSize(part, size, true)
  }

  async settled(file: string): Promise<void> {
    const part = this.#parts.get(file)
    if (part?.failure !== undefined) throw part.failure
    if (part) await untilSynced(part)
  }

  forget(file: string): void {
    this.#parts.delete(file)
  }

  /** Concurrent calls to `find` share one recovery. */
  #recover(file: string): Promise<Found> {
    const found = this.#recovered(file).finally(() => this.#recovering.delete(file))
    this.#recovering.set(file, found)
    return found
  }

  /** Unsynced bytes of an earlier process count only if a sync succeeds. */
  async #recovered(file: string): Promise<Found> {
    const sizes = await this.#saved(file)
    const begun = this.#parts.get(file)
    if (begun) return begun
    if (sizes.received === sizes.durable) return { received: sizes.durable }
    const part = this.#add(file, sizes)
    await untilSynced(part).catch(() => {})
    return part
  }

  #saved(file: string): Promise<PartSizes> {
    return readSizes(this.#sizesOf(file), this.#bootId)
  }

  #add(file: string, sizes: PartSizes): Part {
    const part: Part = {
      ...sizes,
      file,
      isOpen: false,
      isDue: false,
      savedSize: sizes.received,
      savedAt: performance.now(),
      saving: Promise.resolve(),
      save: (now) => writeSizes(this.#sizesOf(file), now, this.#bootId),
      done: () => {
        if (this.#parts.get(file) === part) this.#parts.delete(file)
      },
    }
    this.#parts.set(file, part)
    return part
  }
}
