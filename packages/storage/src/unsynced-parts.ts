/**
 * What partial uploads have received but not synced yet, by file. Only this process counts these bytes: after a crash,
 * an upload continues where it is durable. After a failed sync, too, and the failure is remembered until then, because
 * another sync may succeed although data was lost.
 */
export interface UnsyncedParts {
  /** The size of the file with all that was received. Undefined if it is synced, or the sync failed. */
  sizeOf(file: string): number | undefined
  add(file: string, part: { size: number; syncing: Promise<void> }): void
  /** Resolves when everything is synced. Rejects if that failed. */
  settled(file: string): Promise<void>
  /** What has to be synced before more bytes count. A failure is forgotten if its bytes are written again. */
  before(file: string, isWrittenAgain: () => Promise<boolean>): Promise<void>
  forget(file: string): void
}

interface Part {
  size: number
  syncing: Promise<void>
  hasFailed?: boolean
}

export function unsyncedParts(): UnsyncedParts {
  const parts = new Map<string, Part>()

  return {
    sizeOf(file) {
      const part = parts.get(file)
      return part?.hasFailed ? undefined : part?.size
    },
    add(file, { size, syncing }) {
      const part: Part = { size, syncing }
      parts.set(file, part)
      syncing.then(
        () => void (parts.get(file) === part && parts.delete(file)),
        () => {
          part.hasFailed = true
        },
      )
    },
    settled: async (file) => parts.get(file)?.syncing,
    async before(file, isWrittenAgain) {
      const part = parts.get(file)
      const isOver = part?.hasFailed === true && (await isWrittenAgain())
      if (isOver && parts.get(file) === part) parts.delete(file)
      if (!isOver) await part?.syncing
    },
    forget: (file) => void parts.delete(file),
  }
}
